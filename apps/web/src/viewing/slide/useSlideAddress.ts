import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import type { SlidePlanes } from "@parfocal/viewer/slide-description.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useRef } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { ADDRESS_PAUSE_MS, replaceSlideAddress } from "./slide-address.ts";

/** Keeps the URL in sync with the view, its plane and the selected annotation, so that it can be shared. */
export function useSlideAddress(
  viewer: SlideViewer | null,
  planes: SlidePlanes | null,
  annotationId: number | null,
): void {
  const hasPlanes = hasSeveralPlanes(planes);
  const chosen = useLatest(annotationId);
  const write = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!viewer) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = window.location.pathname;
    write.current = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (window.location.pathname !== path) return;
        replaceSlideAddress({
          view: viewer.getView(),
          plane: hasPlanes ? viewer.getPlane() : null,
          annotationId: chosen.current,
        });
      }, ADDRESS_PAUSE_MS);
    };
    const stops = [viewer.on("view", () => write.current()), viewer.on("plane", () => write.current())];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      write.current = () => undefined;
    };
  }, [viewer, hasPlanes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when another annotation is chosen
  useEffect(() => write.current(), [annotationId]);
}
