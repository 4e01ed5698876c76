/** What this browser remembers of how a person likes to look at slides. */
const PREFIX = "parfocal-slide-";

/** @returns null: nothing. */
export function readRemembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is closed to us: it is remembered as long as the page is open.
  }
}
