/** Stores the last upload destination, or the last visited course or folder, as the default for the next upload. */
import type { UploadDestination } from "./upload-entry.ts";

const STORAGE_KEY = "parfocal-upload-destination";

export function rememberDestination(destination: UploadDestination): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(destination));
  } catch {
    // Storage is unavailable: the destination is chosen each time.
  }
}

/** Null: none. */
export function rememberedDestination(): UploadDestination | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { id, title } = stored as { id?: unknown; title?: unknown };
    return typeof id === "number" && typeof title === "string" ? { id, title } : null;
  } catch {
    return null;
  }
}
