import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import { slideOfFrame } from "@parfocal/core/counting/frame-place.ts";
import { planFrame } from "@parfocal/core/counting/frame-plan.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";

/** The box around a fixed frame, with the frame's rotation. */
export function frameShape(frame: FrameSettings, pixelSizeUm: PixelSizeUm): Shape {
  const [halfWidth, halfHeight] = planFrame(frame).half;
  const place = { center: frame.center ?? ([0, 0] as const), turnDeg: frame.turnDeg, pixelSizeUm };
  const corners = [
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ] as const;
  return { kind: "polygon", rings: [corners.map((corner) => slideOfFrame(place, corner))] };
}
