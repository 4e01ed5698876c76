/** The expanded rows of the tree, stored in this browser for each site and user. */

/** Maximum number stored; the oldest are dropped. */
const MAX_KEPT = 4000;

const nameOf = (siteId: number, userId: number): string => `parfocal-tree-${siteId}-${userId}`;

/** Keys of placements; invalid data is read as empty. */
export function readOpenRows(siteId: number, userId: number): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(siteId, userId)) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : []);
  } catch {
    return new Set();
  }
}

export function keepOpenRows(siteId: number, userId: number, open: ReadonlySet<string>): void {
  try {
    localStorage.setItem(nameOf(siteId, userId), JSON.stringify([...open].slice(-MAX_KEPT)));
  } catch {
    // Storage is unavailable or full: the state lasts as long as the page is open.
  }
}
