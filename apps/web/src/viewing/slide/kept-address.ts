/** An address that was typed for a slide on another server, kept while the page is loaded again. Of this tab alone: no link can bring one along. */

const STORAGE_KEY = "parfocal-external-address";

/** @param parentId course or folder that the slide is to lie in. */
export function keepAddress(parentId: number, url: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ parentId, url }));
  } catch {
    // Storage is not available: the user types it again.
  }
}

/** null: none is kept for this place. */
export function keptAddress(parentId: number): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { parentId: place, url } = kept as { parentId?: unknown; url?: unknown };
    return place === parentId && typeof url === "string" ? url : null;
  } catch {
    return null;
  }
}

export function dropKeptAddress(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then there was none.
  }
}
