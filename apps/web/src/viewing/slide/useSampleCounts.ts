import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";

/** Delay after the view has settled, ms. */
const PAUSE_MS = 200;

/**
 * Histogram of a channel's samples in the view, updated when the view changes.
 *
 * @param channel null: nothing is counted.
 */
export function useSampleCounts(viewer: SlideViewer, channel: number | null): Uint32Array | null {
  const [counted, setCounted] = useState<{ channel: number; counts: Uint32Array } | null>(null);
  useEffect(() => {
    if (channel === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const countSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        viewer.countSamples(channel).then(
          (counts) => {
            if (!isGone) setCounted({ channel, counts });
          },
          () => undefined, // The slide was closed, or its tiles could not be loaded, which the status line reports.
        );
      }, PAUSE_MS);
    };
    countSoon();
    const stop = viewer.on("sharp", countSoon);
    return () => {
      isGone = true;
      stop();
      clearTimeout(timer);
    };
  }, [viewer, channel]);
  return counted?.channel === channel ? counted.counts : null;
}
