// SPDX-License-Identifier: Apache-2.0
// Makes messages of quotes, and hands them on: by the clipboard, or by the system's own sharing.

import { call, pageOf } from "./api.js";
import { say } from "./quote.js";

const dialog = document.getElementById("compose");
const [channel, note, preview, length, copyButton, shareButton, page] =
  ["channel", "note", "preview", "length", "copy", "share", "page"]
    .map((id) => document.getElementById(id));

/** How long somebody pauses who has typed a note, in milliseconds. */
const pause = 200;

/** Whether this browser can hand texts to other apps. */
export const canShare = typeof navigator.share === "function";

let subject = "";
let message = null;
let under;
let timer;

/** The message of a quote for a channel. */
async function compose(quoteId, channel, note, signal) {
  const response = await call("ComposeMessage", { quoteId, channel, note }, signal);
  return response.message ?? {};
}

/** Opens the dialogue for a quote. */
export function open(quoteId) {
  subject = quoteId;
  note.value = "";
  page.href = pageOf(quoteId);
  shareButton.hidden = !canShare;
  show(null);
  dialog.showModal();
  channel.focus();
  refresh();
}

/** Copies a quote as plain text. */
export async function copyQuote(quoteId) {
  await copy(async () => (await compose(quoteId, "CHANNEL_PLAIN_TEXT", "")).text);
}

/** Hands a quote to another app. */
export async function shareQuote(quoteId) {
  try {
    await share(await compose(quoteId, "CHANNEL_PLAIN_TEXT", ""));
  } catch (error) {
    say(error.message);
  }
}

async function share({ text, url }) {
  try {
    await navigator.share(url ? { text, url } : { text });
  } catch (error) {
    // Who closes the system's sheet has said enough.
    if (error.name !== "AbortError") say("This browser would not share it.");
  }
}

async function copy(makeText) {
  try {
    if (navigator.clipboard && window.ClipboardItem) {
      // Given as a promise, since Safari wants the clipboard to be asked at once.
      const blob = makeText().then((text) => new Blob([text], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    } else {
      copyBySelecting(await makeText());
    }
    say("Copied");
  } catch (error) {
    say(error.code ? error.message : "This browser would not copy it.");
  }
}

/** Over plain HTTP browsers have no clipboard but that of what is selected. */
function copyBySelecting(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "apart";
  (dialog.open ? dialog : document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("not copied");
}

/** Composes anew, for what the dialogue says now. */
async function refresh() {
  under?.abort();
  const mine = under = new AbortController();
  try {
    const made = await compose(subject, channel.value, note.value, mine.signal);
    if (!mine.signal.aborted) show(made);
  } catch (error) {
    if (mine.signal.aborted) return;
    show(null);
    length.textContent = error.message;
  }
}

function show(made) {
  message = made;
  preview.textContent = made ? textOf(made) : "";
  length.textContent = made ? told(made) : "";
  copyButton.disabled = shareButton.disabled = !made;
}

function textOf({ text = "", parts = [] }) {
  return parts.length > 0 ? parts.join("\n\n") : text;
}

/** How long it is, as its channel counts. */
function told({ length = {}, truncated = false }) {
  const { used = 0, limit = 0, unit = "" } = length;
  const sentences = [];
  if (unit) sentences.push(limit > 0 ? `${used} of ${limit} ${unit}.` : `${used} ${unit}.`);
  if (truncated) sentences.push("The quote was shortened to fit.");
  return sentences.join(" ");
}

channel.addEventListener("change", refresh);
note.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, pause);
});
copyButton.addEventListener("click", () => copy(async () => textOf(message)));
shareButton.addEventListener("click", () => share(message));
dialog.addEventListener("close", () => { clearTimeout(timer); under?.abort(); });
// A click beside the dialogue closes it.
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
