// SPDX-License-Identifier: Apache-2.0
// Calls the server that the page came from, by Connect: JSON over POST.

/** The folder of the first page: this file is in assets/VERSION/ below it. */
export const root = new URL("../../", import.meta.url);

/** A call that failed: the code as Connect writes it, and words for a person. */
export class CallError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Calls a method of QuoteService and returns its response; both are as ProtoJSON writes them. */
export async function call(method, request, signal) {
  let response;
  try {
    response = await fetch(new URL(`quotes.v1.QuoteService/${method}`, root), {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: JSON.stringify(request),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new CallError("unavailable", "The server can’t be reached. Try again in a moment.");
  }
  // What a proxy in between answers may be anything.
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new CallError(answer.code ?? "unknown", answer.message || `The server answered ${response.status}.`);
}

/** The address of a quote's page, as seen from here. */
export function pageOf(id) {
  return new URL(`q/${encodeURIComponent(id)}`, root).href;
}
