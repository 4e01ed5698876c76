import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";

/** After the view has come to rest, ms. */
const PAUSE_MS = 200;

/**
 * How often each sample of a channel occurs in what is in view, counted again when the view has changed.
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
          () => undefined, // The slide was closed, or its tiles could not be loaded, which the status line says.
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
