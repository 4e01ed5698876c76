/** Which rows of the tree a person has open, kept in this browser for each site and user. */

/** More are not remembered: the oldest are forgotten. */
const MAX_KEPT = 4000;

const nameOf = (siteId: number, userId: number): string => `parfocal-tree-${siteId}-${userId}`;

/** Keys of placements; damage reads as nothing open. */
export function readOpenRows(siteId: number, userId: number): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(siteId, userId)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : []);
  } catch {
    return new Set();
  }
}

export function keepOpenRows(siteId: number, userId: number, open: ReadonlySet<string>): void {
  try {
    localStorage.setItem(nameOf(siteId, userId), JSON.stringify([...open].slice(-MAX_KEPT)));
  } catch {
    // Storage is closed to us or full: it is remembered as long as the page is open.
  }
}
