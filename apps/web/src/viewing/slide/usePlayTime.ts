import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";

/** A point in time stays on the screen at least this long, ms. */
const SHOWN_MS = 400;

/** Goes through a slide's points in time, over and over: on to the next once the one before is sharp. */
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
