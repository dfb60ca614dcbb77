// SPDX-License-Identifier: Apache-2.0
// Fills quotes into the elements that the server has made, as Sources/QuotePages/QuoteMarkup.swift does.
// Texts go in as texts, never as markup.

const rightToLeftLanguages = new Set(
  ["ar", "arc", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]);
const rightToLeftScripts = new Set(["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"]);

function isRightToLeft(language) {
  const subtags = language.toLowerCase().split("-");
  const script = subtags.slice(1).find((subtag) => subtag.length === 4);
  return script ? rightToLeftScripts.has(script) : rightToLeftLanguages.has(subtags[0]);
}

/** The columns that a text takes: a Han character takes two. */
function room(text) {
  let columns = 0;
  for (const character of text) columns += character.codePointAt(0) < 0x2e80 ? 1 : 2;
  return columns;
}

/** How large the words can be set: by the room they take, and so that lines of verse hold. */
function size(text) {
  const lines = text.split("\n").filter((line) => line !== "").map(room);
  const all = lines.reduce((sum, line) => sum + line, 0);
  const longest = lines.length > 1 ? Math.max(...lines) : 0;
  if (all <= 70 && longest === 0) return "short";
  if (all <= 160 && longest <= 44) return "medium";
  return all <= 420 ? "long" : "endless";
}

function element(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

const doubts = {
  ATTRIBUTION_DISPUTED: "disputed",
  ATTRIBUTION_MISATTRIBUTED: "misattributed",
};

/** Fills a quote into a figure; its words lead to `link`, where there is a link for them. */
export function fill(figure, quote, link) {
  const { text = "", creator = "", source = "", language = "", attribution } = quote;
  figure.className = `quote ${size(text)}`;
  figure.lang = language;
  figure.dir = isRightToLeft(language) ? "rtl" : "auto";
  const words = figure.querySelector(".words");
  const anchor = words.querySelector("a");
  (anchor ?? words).textContent = text;
  if (anchor) anchor.href = link;
  figure.querySelector(".creator").textContent = creator || "Unknown";
  const from = source ? [", ", element("cite", "", element("bdi", "", source))] : [];
  figure.querySelector(".from").replaceChildren(...from);
  figure.querySelector(".doubt")?.remove();
  const doubt = doubts[attribution];
  if (doubt) figure.querySelector(".by").append(" ", element("span", "doubt", doubt));
}

let toastTimer;

/** Says something in passing. */
export function say(text) {
  const toast = document.getElementById("toast");
  // What is outside of an open dialogue is neither seen nor read out.
  (document.querySelector("dialog[open]") ?? document.body).append(toast);
  toast.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.textContent = ""; }, 4000);
}
