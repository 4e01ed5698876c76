import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useSyncExternalStore } from "react";

/** The current adjustment of the viewer. */
export function useViewerColour(viewer: SlideViewer): ColourAdjustment {
  const subscribe = useCallback((listener: () => void) => viewer.on("colour", listener), [viewer]);
  return useSyncExternalStore(subscribe, viewer.getColour);
}
