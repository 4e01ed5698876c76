import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";

/** Minimum display time of a time point, ms. */
const SHOWN_MS = 400;

/** Plays a slide's time points in a loop: continues with the next one when the current one is sharp. */
export function usePlayTime(viewer: SlideViewer, times: number) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = (): void => viewer.setPlane({ time: (viewer.getPlane().time + 1) % times });
    const stop = viewer.on("sharp", () => {
      clearTimeout(timer);
      timer = setTimeout(goOn, SHOWN_MS);
    });
    goOn();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [viewer, times, isPlaying]);
  return { isPlaying, setPlaying };
}
