/**
 * Unsaved changes, stored in this browser so that a reload or a crash does not lose them. Only the changed fields are
 * stored: fields that others have saved in the meantime keep their values.
 */
const PREFIX = "parfocal-draft-";

type StoredChanges = Readonly<Record<string, unknown>>;

/** @returns an empty record if nothing is stored. */
export function readStoredChanges(key: string): StoredChanges {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as StoredChanges) : {};
  } catch {
    return {};
  }
}

/** @param changes if empty, the entry is deleted. */
export function keepChanges(key: string, changes: StoredChanges): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(changes));
  } catch {
    // Storage is unavailable or full: the changes last as long as the page is open.
  }
}
