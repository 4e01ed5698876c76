/** Nuclei in the view, detected again whenever the view or the settings have settled. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { CellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { type FoundPreview, fetchPreview } from "./cell-analysis.api.ts";

/** A slider that moves, or a view that glides, is waited for so long, ms. */
const REST_MS = 250;

export interface Preview {
  /** For the last view and settings that were analysed; null: none yet. */
  readonly found: FoundPreview | null;
  readonly isUpdating: boolean;
  readonly hasFailed: boolean;
}

const NOTHING: Preview = { found: null, isUpdating: false, hasFailed: false };

/** @param isOn whether the preview is switched on. */
export function usePreview(
  viewer: SlideViewer,
  overlay: CellOverlay | null,
  { imageId, settings, isOn }: { readonly imageId: number; readonly settings: CellSettings; readonly isOn: boolean },
): Preview {
  const [preview, setPreview] = useState<Preview>(NOTHING);
  const [view, setView] = useState(0);
  useEffect(() => (isOn ? viewer.on("view", () => setView((count) => count + 1)) : undefined), [viewer, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is analysed again
  useEffect(() => {
    if (!isOn || !overlay) {
      setPreview(NOTHING);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const bounds = overlay.boundsSeen();
      if (!bounds) return setPreview(NOTHING);
      setPreview((before) => ({ ...before, isUpdating: true, hasFailed: false }));
      try {
        const found = await fetchPreview(imageId, settings, bounds, stop.signal);
        if (!stop.signal.aborted) setPreview({ found, isUpdating: false, hasFailed: false });
      } catch {
        if (!stop.signal.aborted) setPreview({ found: null, isUpdating: false, hasFailed: true });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [overlay, imageId, settings, isOn, view]);
  return preview;
}
