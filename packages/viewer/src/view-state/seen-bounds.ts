import type { PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { radiansOf } from "../rotation/rotation.ts";

/** Bounding box of the view on the slide, slide pixels. @param size of the view, CSS px. */
export function seenBounds(
  { center: [x, y], resolution, rotationDeg }: PlacedView,
  [width, height]: readonly [width: number, height: number],
): Bounds {
  const angle = radiansOf(rotationDeg);
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const halfWidth = ((width * cos + height * sin) / 2) * resolution;
  const halfHeight = ((width * sin + height * cos) / 2) * resolution;
  return { minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight };
}
