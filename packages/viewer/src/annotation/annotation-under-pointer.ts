/** Finds the annotation under the pointer among very many. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import { radiansOf } from "../rotation/rotation.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { BADGE_REACH_PX, badgePlace, badgeRisePx, DOT_RADIUS_PX, isPointShape } from "./annotation-rendering.ts";
import type { BoxGrid } from "./box-grid.ts";
import { HOVER_TOLERANCE_PX, nearestShape } from "./shape-distance.ts";
import { isBoxWithin, longerSideOf, type ShapeStore } from "./shape-store.ts";

/** Hit radius of an annotation's number, CSS px. */
const BADGE_SEARCH_PX = 36;

export interface PointedAt {
  readonly annotations: readonly DrawableAnnotation[];
  readonly store: ShapeStore;
  readonly grid: BoxGrid;
}

export interface PointerFrame {
  /** Slide pixels per CSS px. */
  readonly resolution: number;
  readonly turnDeg: number;
  /** Hidden annotations, which are omitted. */
  readonly omitted: ReadonlySet<AnnotationId>;
  readonly areNumbersShown: boolean;
  /** Shapes shorter than this show no number, CSS px; points always do. */
  readonly minNumberedPx: number;
}

/** In this order: the uppermost number under the pointer; points; lines and areas around the pointer. */
export function annotationUnderPointer(
  { annotations, store, grid }: PointedAt,
  point: SlidePoint,
  { resolution, turnDeg, omitted, areNumbersShown, minNumberedPx }: PointerFrame,
): AnnotationId | null {
  const [x, y] = point;
  const around = (distancePx: number) => ({
    minX: x - distancePx * resolution,
    minY: y - distancePx * resolution,
    maxX: x + distancePx * resolution,
    maxY: y + distancePx * resolution,
  });
  const found: number[] = [];
  grid.search(around(areNumbersShown ? BADGE_SEARCH_PX : DOT_RADIUS_PX + HOVER_TOLERANCE_PX), (index) => {
    found.push(index);
    return true;
  });
  const numbers = found.filter((index) => !omitted.has(annotations[index]?.id ?? "")).sort((a, b) => a - b);

  const angle = radiansOf(turnDeg);
  const isOnBadge = (index: number): boolean => {
    const candidate = annotations[index];
    if (!candidate || candidate.order === null) return false;
    const isLarge = isPointShape(candidate.shape) || longerSideOf(store, index) >= minNumberedPx * resolution;
    if (!isLarge) return false;
    const [placeX, placeY] = badgePlace(candidate);
    const risePx = badgeRisePx(candidate.shape);
    const badgeX = placeX - risePx * Math.sin(angle) * resolution;
    const badgeY = placeY - risePx * Math.cos(angle) * resolution;
    return Math.hypot(x - badgeX, y - badgeY) <= BADGE_REACH_PX * resolution;
  };
  const onBadge = areNumbersShown ? annotations[numbers.findLast(isOnBadge) ?? -1] : undefined;
  if (onBadge) return onBadge.id;

  const nearest = (arePoints: boolean, tolerancePx: number): AnnotationId | null => {
    const near = numbers.flatMap((index) => {
      const annotation = annotations[index];
      const isMeant = annotation && isPointShape(annotation.shape) === arePoints;
      return isMeant && isBoxWithin(store, index, around(tolerancePx), 0) ? [annotation] : [];
    });
    return nearestShape(near, point, tolerancePx * resolution);
  };
  return nearest(true, HOVER_TOLERANCE_PX + DOT_RADIUS_PX) ?? nearest(false, HOVER_TOLERANCE_PX);
}
