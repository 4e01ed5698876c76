/**
 * A URL typed for a slide on another server, stored while the page is reloaded. Only in this tab: no link can set it.
 */

const STORAGE_KEY = "parfocal-external-address";

/** @param parentId course or folder to which the slide is added. */
export function keepAddress(parentId: number, url: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ parentId, url }));
  } catch {
    // Storage is unavailable: the user types it again.
  }
}

/** Null: no URL is stored for this parent. */
export function storedAddress(parentId: number): string | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { parentId: place, url } = stored as { parentId?: unknown; url?: unknown };
    return place === parentId && typeof url === "string" ? url : null;
  } catch {
    return null;
  }
}

export function dropStoredAddress(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is unavailable, so no URL was stored.
  }
}
