/** Conversion between slide pixels and CSS px on the screen, for our own painting over the map. */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

/** A point on the map's element: CSS px, origin top left, x right, y down. */
export type ScreenPoint = readonly [x: number, y: number] & { readonly space?: "screen" };

/** x' = a x + c y + e, y' = b x + d y + f, as for a canvas; rotation with one scale, without shear. */
export interface SlideToScreen {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** @param worldToScreen the map library's six coefficients for the world, where y points up. */
export function slideToScreenOf(worldToScreen: readonly number[]): SlideToScreen {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = worldToScreen;
  return { a, b, c: 0 - c, d: 0 - d, e, f };
}

export function screenOfSlide({ a, b, c, d, e, f }: SlideToScreen, [x, y]: SlidePoint): ScreenPoint {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** CSS px per slide pixel. */
export function scaleOf({ a, b }: SlideToScreen): number {
  return Math.hypot(a, b);
}

/** Bounding box of the view on the slide, with a margin in CSS px. */
export function boundsInView(
  { a, b, c, d, e, f }: SlideToScreen,
  screen: { readonly width: number; readonly height: number },
  marginPx: number,
): Bounds {
  const determinant = a * d - b * c;
  let [minX, minY, maxX, maxY] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const screenX of [-marginPx, screen.width + marginPx]) {
    for (const screenY of [-marginPx, screen.height + marginPx]) {
      const x = (d * (screenX - e) - c * (screenY - f)) / determinant;
      const y = (a * (screenY - f) - b * (screenX - e)) / determinant;
      [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
    }
  }
  return { minX, minY, maxX, maxY };
}

/** Converts a point on one screen to the point of another that shows the same point of the slide. */
export function transformBetween(from: SlideToScreen, to: SlideToScreen): SlideToScreen {
  const determinant = from.a * from.d - from.b * from.c;
  const a = (to.a * from.d - to.c * from.b) / determinant;
  const b = (to.b * from.d - to.d * from.b) / determinant;
  const c = (to.c * from.a - to.a * from.c) / determinant;
  const d = (to.d * from.a - to.b * from.c) / determinant;
  return { a, b, c, d, e: to.e - a * from.e - c * from.f, f: to.f - b * from.e - d * from.f };
}
