/** Viewing preferences stored in this browser. */
const PREFIX = "parfocal-slide-";

/** @returns null if there is none. */
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
    // Storage is unavailable: the value is kept while the page is open.
  }
}
