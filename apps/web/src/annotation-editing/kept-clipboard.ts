/** What was copied, kept in this browser so that it can be pasted on another slide, in another tab too. */
const KEY = "parfocal-copied-annotations";

/** What was copied last if the browser keeps nothing for us. */
let inThisPage: string | null = null;

export function keepCopied(text: string): void {
  inThisPage = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is closed to us or full: it can be pasted as long as the page is open.
  }
}

/** @returns null: nothing was copied. */
export function readCopied(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inThisPage;
  } catch {
    return inThisPage;
  }
}
