/** Where the last upload went, or the last place that was looked at: the next one likely goes there too. */
import type { UploadDestination } from "./upload-entry.ts";

const STORAGE_KEY = "parfocal-upload-destination";

export function rememberDestination(destination: UploadDestination): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(destination));
  } catch {
    // Storage is closed to us: the place is chosen each time.
  }
}

/** null: none is remembered. */
export function rememberedDestination(): UploadDestination | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { id, title } = kept as { id?: unknown; title?: unknown };
    return typeof id === "number" && typeof title === "string" ? { id, title } : null;
  } catch {
    return null;
  }
}
