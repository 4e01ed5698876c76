import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect } from "react";
import { useSharedLink } from "#platform/shared-link.ts";
import { useLatest } from "#ui/useLatest.ts";
import { keepColour, openingColour } from "./stored-colour.ts";

/** Browsers reject more than about 100 URL changes in 10 s. */
const KEEP_PAUSE_MS = 250;

/** Applies the stored colours before the slide's first tile is loaded, and stores each change. */
export function useStoredColour(viewer: SlideViewer | null, image: Pick<Image, "id" | "colour">): void {
  const latest = useLatest(image);
  const isRemembered = useSharedLink() === null;
  useEffect(() => {
    if (!viewer) return;
    const path = window.location.pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    viewer.setColour(openingColour(latest.current, window.location.search, isRemembered));
    const stop = viewer.on("colour", (colour) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (window.location.pathname === path) keepColour(latest.current, colour, isRemembered);
      }, KEEP_PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [viewer, isRemembered]);
}
