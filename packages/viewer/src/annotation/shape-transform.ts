/**
 * Moving, scaling and rotating shapes. Rotations are computed in µm, so that pixels that are not square cause no shear.
 */
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { radiansOf } from "../rotation/rotation.ts";

export type ChangePoint = (point: SlidePoint) => SlidePoint;

/** Height of a pixel divided by its width; 1 if the size is unknown. */
export function pixelAspectOf(pixelSizeUm: PixelSizeUm | null): number {
  return pixelSizeUm ? pixelSizeUm.y / pixelSizeUm.x : 1;
}

/**
 * A rotation about a point, on the tissue.
 *
 * @param degrees clockwise. @param pixelAspect as of `pixelAspectOf`.
 */
export function turnAbout([centerX, centerY]: SlidePoint, degrees: number, pixelAspect: number): ChangePoint {
  const angle = radiansOf(degrees);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => {
    const dx = x - centerX;
    const dy = (y - centerY) * pixelAspect;
    return [centerX + dx * cosine - dy * sine, centerY + (dx * sine + dy * cosine) / pixelAspect];
  };
}

/**
 * Scaling along two directions, which need not be perpendicular.
 *
 * @param fixed fixed point. @param factors scale factor along each direction.
 */
export function stretchAlong(
  fixed: SlidePoint,
  [u, v]: readonly [SlidePoint, SlidePoint],
  factors: readonly [number, number],
): ChangePoint {
  const determinant = u[0] * v[1] - u[1] * v[0];
  return ([x, y]) => {
    const [dx, dy] = [x - fixed[0], y - fixed[1]];
    const alongU = ((dx * v[1] - dy * v[0]) / determinant) * factors[0];
    const alongV = ((dy * u[0] - dx * u[1]) / determinant) * factors[1];
    return [fixed[0] + u[0] * alongU + v[0] * alongV, fixed[1] + u[1] * alongU + v[1] * alongV];
  };
}

export const moveBy =
  (dx: number, dy: number): ChangePoint =>
  ([x, y]) => [x + dx, y + dy];

interface SlideSize {
  readonly width: number;
  readonly height: number;
}

/** Maximum rounding error of a vertex, slide pixels. */
const EDGE_TOLERANCE_PX = 0.01;

export function areOnSlide(shapes: readonly Shape[], { width, height }: SlideSize): boolean {
  return shapes.every((shape) => {
    const { minX, minY, maxX, maxY } = boundsOf(shape);
    return (
      minX >= -EDGE_TOLERANCE_PX &&
      minY >= -EDGE_TOLERANCE_PX &&
      maxX <= width + EDGE_TOLERANCE_PX &&
      maxY <= height + EDGE_TOLERANCE_PX
    );
  });
}
