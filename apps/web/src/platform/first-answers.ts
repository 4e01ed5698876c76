/**
 * Responses delivered with the page (`server/web-page`): those to the first requests of its screen. Each is used once,
 * and only while nothing can have changed: soon after the start, and before any change was sent.
 */
const ELEMENT_ID = "first-answers";
/** Scripts can load slowly; after this time the data is requested again. */
const FRESH_MS = 30_000;

let answers: Map<string, unknown> | null = null;

function readPage(): Map<string, unknown> {
  const text = typeof document === "undefined" ? null : document.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>));
  } catch {
    return new Map(); // An incomplete page: everything is requested.
  }
}

/** @param url URL of the request, including its query. @returns undefined if there is none. */
export function takeFirstAnswer(url: string): unknown {
  answers ??= readPage();
  if (answers.size === 0) return undefined;
  if (performance.now() > FRESH_MS) return discardFirstAnswers();
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}

/** Call it before any change, and when a user signs in or out. */
export function discardFirstAnswers(): undefined {
  answers = new Map();
}
