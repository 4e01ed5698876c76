import { boundsOf } from "@parfocal/core/geometry/shape.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useMemo, useState } from "react";
import type { ScreenBox } from "#annotation/popup-place.ts";
import { screenBoxOf } from "./screen-place.ts";

/**
 * Position of a shape on the screen, following the view.
 *
 * @param wkt null: no shape.
 * @returns null if there is no shape or it is not visible.
 */
export function useShapeAnchor(
  viewer: SlideViewer | null,
  stage: HTMLElement | null,
  slide: SlideInformation,
  wkt: string | null,
): ScreenBox | null {
  const [place, setPlace] = useState<ScreenBox | null>(null);
  const bounds = useMemo(() => {
    const result = wkt === null ? null : parseWkt(wkt);
    return result?.ok ? boundsOf(result.shape) : null;
  }, [wkt]);
  useEffect(() => {
    setPlace(null);
    if (!viewer || !stage || !bounds) return;
    const follow = (): void => setPlace(screenBoxOf(bounds, viewer.getView(), slide, stage));
    follow();
    return viewer.on("view", follow);
  }, [viewer, stage, slide, bounds]);
  return place;
}
