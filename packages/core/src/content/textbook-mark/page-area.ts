/**
 * Areas on a page of a PDF.
 *
 * Frame of reference: the page box (crop box) as the PDF shows it, without the reader's rotation; origin top left, x
 * right, y down, in fractions of its width and height. So an area is independent of zoom and rotation.
 */

/** Fractions of the page box, 0 to 1. A point has zero width and height. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Fractions of the page box, or of the page as rotated by the reader. */
export type PagePoint = readonly [x: number, y: number];

/** The reader's rotation, clockwise. The page's own rotation is part of the page box. */
type PageRotationDeg = 0 | 90 | 180 | 270;

export function pageRotationOf(degrees: number): PageRotationDeg {
  const quarters = Math.round(degrees / 90);
  return ((((quarters % 4) + 4) % 4) * 90) as PageRotationDeg;
}

/** Maps a point of the page box to the rotated page. */
export function toShownPoint([x, y]: PagePoint, rotationDeg: PageRotationDeg): PagePoint {
  switch (rotationDeg) {
    case 0:
      return [x, y];
    case 90:
      return [1 - y, x];
    case 180:
      return [1 - x, 1 - y];
    case 270:
      return [y, 1 - x];
  }
}

/** Inverse of `toShownPoint`. */
export function fromShownPoint(point: PagePoint, rotationDeg: PageRotationDeg): PagePoint {
  return toShownPoint(point, pageRotationOf(360 - rotationDeg));
}

/** Maps an area to the rotated page, in fractions of that page. */
export function toShownArea(area: PageArea, rotationDeg: PageRotationDeg): PageArea {
  const end: PagePoint = [area.left + area.width, area.top + area.height];
  return areaBetween(toShownPoint([area.left, area.top], rotationDeg), toShownPoint(end, rotationDeg));
}

/** Inverse of `toShownArea`. */
export function fromShownArea(area: PageArea, rotationDeg: PageRotationDeg): PageArea {
  return toShownArea(area, pageRotationOf(360 - rotationDeg));
}

const within01 = (fraction: number): number => Math.min(1, Math.max(0, fraction));

/** The rectangle between two opposite corners in any order, clipped to the page. */
export function areaBetween(from: PagePoint, to: PagePoint): PageArea {
  const [x1, y1, x2, y2] = [within01(from[0]), within01(from[1]), within01(to[0]), within01(to[1])];
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Moves an area by fractions of the page and keeps it on the page. */
export function moveArea(area: PageArea, byX: number, byY: number): PageArea {
  return {
    ...area,
    left: Math.min(1 - area.width, Math.max(0, area.left + byX)),
    top: Math.min(1 - area.height, Math.max(0, area.top + byY)),
  };
}

/** Tolerance for rounding errors in sums of fractions. */
const ROUNDING = 1e-9;

/** Whether the area is entirely on the page. */
export function isPageArea({ left, top, width, height }: PageArea): boolean {
  const all = [left, top, width, height];
  return all.every((part) => part >= 0 && part <= 1) && left + width <= 1 + ROUNDING && top + height <= 1 + ROUNDING;
}
