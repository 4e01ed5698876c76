/**
 * Nuclei in the view, detected again when the view or the settings have settled. While nothing is shown yet, nuclei in
 * the middle of the view are detected first, immediately: the analyser needs half a second to warm up.
 */
import { firstPreviewBox } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { CellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { type FoundPreview, fetchPreview } from "./cell-analysis.api.ts";

/** Delay in ms after the last change of a slider or the view. */
const REST_MS = 250;

interface Preview {
  /** Of the last analysed view and settings; null: none yet. */
  readonly found: FoundPreview | null;
  readonly isUpdating: boolean;
  readonly hasFailed: boolean;
}

const NOTHING: Preview = { found: null, isUpdating: false, hasFailed: false };

interface PreviewOptions {
  readonly imageId: number;
  readonly pixel: PixelSizeUm;
  readonly settings: CellSettings;
  /** Whether the preview is on. */
  readonly isOn: boolean;
}

export function usePreview(
  viewer: SlideViewer,
  overlay: CellOverlay | null,
  { imageId, pixel, settings, isOn }: PreviewOptions,
): Preview {
  const [preview, setPreview] = useState<Preview>(NOTHING);
  const [view, setView] = useState(0);
  const latest = useLatest(preview);
  useEffect(() => (isOn ? viewer.on("view", () => setView((count) => count + 1)) : undefined), [viewer, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is analysed again
  useEffect(() => {
    if (!isOn || !overlay) {
      setPreview(NOTHING);
      return;
    }
    const stop = new AbortController();
    const { signal } = stop;
    const update = async (): Promise<void> => {
      const bounds = overlay.boundsSeen();
      if (!bounds) return setPreview(NOTHING);
      setPreview((before) => ({ ...before, isUpdating: true, hasFailed: false }));
      const show = async (part: Bounds, isUpdating: boolean): Promise<void> => {
        const found = await fetchPreview(imageId, settings, part, signal);
        signal.throwIfAborted();
        setPreview({ found, isUpdating, hasFailed: false });
      };
      try {
        const middle = latest.current.found ? null : firstPreviewBox(bounds, pixel);
        if (middle) await show(middle, true);
        await show(bounds, false);
      } catch {
        if (!signal.aborted) setPreview({ found: null, isUpdating: false, hasFailed: true });
      }
    };
    const timer = setTimeout(update, latest.current === NOTHING ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [overlay, imageId, settings, isOn, view]);
  return preview;
}
