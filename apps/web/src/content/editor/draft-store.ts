/**
 * Unsaved changes, stored in this browser so that a reload or a crash does not lose them. Only the changed fields are
 * stored: fields that others have saved in the meantime keep their values.
 */
const PREFIX = "parfocal-draft-";

type KeptChanges = Readonly<Record<string, unknown>>;

/** @returns an empty record: nothing kept. */
export function readKeptChanges(key: string): KeptChanges {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as KeptChanges) : {};
  } catch {
    return {};
  }
}

/** @param changes none: it is forgotten. */
export function keepChanges(key: string, changes: KeptChanges): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(changes));
  } catch {
    // Storage is closed to us, or full: the changes live as long as the page is open.
  }
}
