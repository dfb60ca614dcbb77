// SPDX-License-Identifier: Apache-2.0
// The list of the expanded face: searching as one types, more as one scrolls, and the keyboard.

import { call, pageOf } from "./api.js";
import { fill } from "./quote.js";

const form = document.getElementById("search");
const field = document.getElementById("words");
const list = document.getElementById("list");
const count = document.getElementById("count");
const next = document.getElementById("next");
const template = document.getElementById("entry");

/** How long somebody pauses who has typed a word, in milliseconds. */
const pause = 250;
const pageSize = 50;

let words = "";
let token = "";
let under = null;
let timer;
/** Told of words that were searched for, and of an entry that was picked. */
let events = { searched() {}, picked() {} };

/** Takes over what the server has sent; a list that is empty is loaded when it is first shown. */
export function begin(handlers) {
  events = handlers;
  words = field.value;
  token = list.dataset.next ?? "";
  list.setAttribute("role", "feed");
  list.setAttribute("aria-labelledby", "browse-title");
  number([...list.children], 0, -1);
  new IntersectionObserver(
    (entries) => { if (entries.some((entry) => entry.isIntersecting)) more(); },
    { rootMargin: "0px 0px 60% 0px" }).observe(next.parentElement);
}

/** Shows the quotes that have some words, or all; does nothing where they are shown already. */
export function show(wanted) {
  if (field.value !== wanted) field.value = wanted;
  if (wanted === words && (list.childElementCount > 0 || under)) return;
  load(wanted);
}

/** Puts the cursor into the field. */
export function focusField() {
  field.focus();
  field.select();
}

async function load(wanted) {
  clearTimeout(timer);
  words = wanted;
  token = "";
  await fetchPage(true);
}

function more() {
  if (token && !under) fetchPage(false);
}

async function fetchPage(isFirst) {
  under?.abort();
  const mine = under = new AbortController();
  list.setAttribute("aria-busy", "true");
  try {
    const page = await ask(mine.signal);
    if (mine.signal.aborted) return;
    const quotes = page.quotes ?? [];
    const entries = quotes.map(entry);
    number(entries, isFirst ? 0 : list.childElementCount, words.trim() ? -1 : page.totalSize ?? 0);
    if (isFirst) list.replaceChildren(...entries); else list.append(...entries);
    if (isFirst) count.replaceChildren(...summary(page));
    token = page.nextPageToken ?? "";
    next.hidden = token === "";
  } catch (error) {
    if (mine.signal.aborted) return;
    if (isFirst) list.replaceChildren();
    count.textContent = error.message;
    next.hidden = isFirst;
  } finally {
    if (under === mine) {
      under = null;
      list.setAttribute("aria-busy", "false");
    }
  }
  reach();
}

/** The observer tells of changes only: a page that leaves the end in sight calls for another. */
function reach() {
  const { top } = next.parentElement.getBoundingClientRect();
  if (!next.hidden && top > 0 && top < innerHeight * 1.6) more();
}

function ask(signal) {
  return words.trim()
    ? call("SearchQuotes", { query: words, pageSize, pageToken: token }, signal)
    : call("ListQuotes", { pageSize, pageToken: token }, signal);
}

function entry(quote) {
  const article = template.content.firstElementChild.cloneNode(true);
  article.dataset.id = quote.id;
  fill(article.querySelector("figure"), quote, pageOf(quote.id));
  return article;
}

function summary({ quotes = [], totalSize = 0 }) {
  if (!words.trim()) {
    return [totalSize === 1 ? "1 quote" : `${totalSize.toLocaleString("en")} quotes`];
  }
  const isolated = document.createElement("bdi");
  isolated.textContent = words;
  return quotes.length > 0 ? ["Quotes with “", isolated, "”"] : ["No quote has “", isolated, "”."];
}

/** Tells screen readers which entry of how many each is, -1 where that is not known; the first takes the focus. */
function number(entries, start, total) {
  entries.forEach((entry, index) => {
    entry.tabIndex = start + index === 0 ? 0 : -1;
    entry.setAttribute("aria-posinset", start + index + 1);
    entry.setAttribute("aria-setsize", total);
  });
}

/** Goes to an entry of the list. */
function go(entry) {
  if (!entry) return false;
  list.querySelector(".entry[tabindex='0']")?.setAttribute("tabindex", "-1");
  entry.tabIndex = 0;
  entry.focus();
  return true;
}

function searched(wanted) {
  events.searched(wanted);
  load(wanted);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  searched(field.value);
});

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => searched(field.value), pause);
});

field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" && go(list.firstElementChild)) event.preventDefault();
});

next.addEventListener("click", (event) => {
  event.preventDefault();
  more();
});

list.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const entry = event.target.closest(".entry");
  if (event.key === "Enter" && event.target === entry) {
    event.preventDefault();
    events.picked(entry.dataset.id);
    return;
  }
  let isDone = false;
  switch (event.key) {
    case "ArrowDown": case "PageDown":
      isDone = go(entry.nextElementSibling);
      break;
    case "ArrowUp": case "PageUp":
      isDone = go(entry.previousElementSibling);
      if (!isDone) { focusField(); isDone = true; }
      break;
    case "Home": isDone = go(list.firstElementChild); break;
    case "End": isDone = go(list.lastElementChild); break;
  }
  if (isDone) event.preventDefault();
});
