// SPDX-License-Identifier: Apache-2.0
// What the page does beyond reading, which needs no script: the two faces without a new page between them,
// composing, and the day of the reader's own time zone.

import { call, pageOf } from "./api.js";
import { fill } from "./quote.js";
import { canShare, copyQuote, open, shareQuote } from "./compose.js";

const page = document.documentElement;
const today = document.getElementById("today");

/** The longest that timers of browsers wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

page.classList.add("scripted");
if (navigator.platform.startsWith("Mac")) {
  for (const key of document.querySelectorAll("kbd")) if (key.textContent === "Ctrl") key.textContent = "⌘";
}
for (const button of document.querySelectorAll("[data-does='share']")) button.hidden = !canShare;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-does]");
  const id = button?.closest("[data-id]")?.dataset.id;
  if (!id) return;
  switch (button.dataset.does) {
    case "compose": open(id); break;
    case "copy": copyQuote(id); break;
    case "share": shareQuote(id); break;
  }
});

if (document.getElementById("browse")) await beginFaces();

/** Makes the two faces one page. */
async function beginFaces() {
  const list = await import("./list.js");
  const browse = document.getElementById("browse");

  const wordsOf = (url) => url.searchParams.get("q") ?? "";

  /** Whether an address shows the expanded face, as the server has it. */
  function isExpanded(url) {
    return url.searchParams.has("q") || url.searchParams.has("page");
  }

  function apply(url) {
    const face = isExpanded(url) ? "expanded" : "compact";
    if (face === "expanded") list.show(wordsOf(url));
    const change = () => {
      page.dataset.face = face;
      browse.hidden = face === "compact";
      document.title = titleOf(url);
    };
    const isSame = page.dataset.face === face;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isSame || isCalm || !document.startViewTransition) change();
    else document.startViewTransition(change);
  }

  function titleOf(url) {
    if (!isExpanded(url)) return "Quote of the day · Quoted";
    const words = wordsOf(url).trim();
    return words ? `“${words}” · Quoted` : "All quotes · Quoted";
  }

  function turn(link) {
    const url = new URL(link.href);
    history.pushState(null, "", url);
    apply(url);
    scrollTo(0, 0);
  }

  const expand = document.getElementById("expand");
  const collapse = document.getElementById("collapse");
  for (const link of [expand, collapse]) {
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      turn(link);
    });
  }

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.isComposing) return;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      if (page.dataset.face === "compact") turn(expand);
      // The field is there once the faces have changed.
      requestAnimationFrame(() => setTimeout(list.focusField));
    }
    // In a field that holds words, Escape clears it first.
    const isEmptied = event.target.id !== "words" || event.target.value === "";
    if (event.key === "Escape" && page.dataset.face === "expanded" && isEmptied) {
      turn(collapse);
      expand.focus();
    }
  });

  addEventListener("popstate", () => apply(new URL(location.href)));

  list.begin({
    searched(words) {
      const url = new URL(location.href);
      url.searchParams.delete("page");
      url.searchParams.set("q", words);
      history.replaceState(null, "", url);
      document.title = titleOf(url);
    },
    picked: open,
  });
  if (today) followDay();
}

/** Shows the quote of the day in the reader's own zone, and each new one as the day turns. */
async function followDay() {
  let wait = 60_000;
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const day = await call("DailyQuote", { timeZone, calendar: today.dataset.calendar });
    showDay(day);
    wait = Number.parseInt(day.validFor ?? "60", 10) * 1000 + 1000;
  } catch {
    // What the page came with stays, and it is tried again.
  }
  const end = Date.now() + wait;
  setTimeout(turn, wait);
  // A machine that slept through midnight shows the page before the timer fires.
  document.addEventListener("visibilitychange", turn);

  function turn() {
    if (document.hidden || Date.now() < end) return;
    document.removeEventListener("visibilitychange", turn);
    followDay();
  }
}

function showDay({ date, quote, reason }) {
  const isWithdrawn = reason === "DAILY_REASON_WITHDRAWN";
  const shown = today.querySelector("figure, .notice");
  const isShown = date === today.dataset.date && quote.id === today.dataset.id
    && isWithdrawn === shown.matches(".notice");
  if (isShown) return;
  today.dataset.date = date;
  today.dataset.id = quote.id;
  shown.replaceWith(isWithdrawn ? withdrawn() : figureOf(quote));
  const time = document.getElementById("date");
  time.dateTime = date;
  time.textContent = new Date(`${date}T00:00:00Z`).toLocaleDateString(
    "en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  today.querySelector("[data-does='open']").href = pageOf(quote.id);
  today.querySelector(".actions").hidden = isWithdrawn;
}

function withdrawn() {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = "The quote of this day was withdrawn.";
  return notice;
}

function figureOf(quote) {
  const figure = document.getElementById("entry").content.querySelector("figure").cloneNode(true);
  figure.querySelector(".words").replaceChildren();
  fill(figure, quote);
  return figure;
}
