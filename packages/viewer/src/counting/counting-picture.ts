/** Screen positions of the parts of a counting frame. */
import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import { type FramePlace, slideOfFrame } from "@parfocal/core/counting/frame-place.ts";
import { type FrameRegion, planFrame } from "@parfocal/core/counting/frame-plan.ts";
import type { Vector } from "@parfocal/core/geometry/linear.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type ScreenPoint, type SlideToScreen, screenOfSlide } from "../world/slide-to-screen.ts";

/** Lines and points closer together than this are omitted, CSS px. */
const NEAREST_PX = 4;
/** Vertices of a circle: looks round at any screen size. */
const CIRCLE_CORNERS = 180;
/** Length by which an exclusion edge extends beyond its frame, as a fraction of the frame's side. */
const PROLONGATION_SHARE = 0.15;
/** Distance of the handles from the frame. */
const MOVE_HANDLE_PX = 18;
const TURN_HANDLE_PX = 52;

/** `in`: cells on it count; `out`: they do not; `plain`: the centre of a cell decides. */
export type EdgeLook = "plain" | "in" | "out";

export interface FrameEdge {
  readonly look: EdgeLook;
  readonly path: readonly ScreenPoint[];
}

export type FrameHandleName = "move" | "turn";

export interface FrameHandle {
  readonly name: FrameHandleName;
  readonly at: ScreenPoint;
}

export interface CountingPicture {
  readonly edges: readonly FrameEdge[];
  readonly lines: readonly (readonly [ScreenPoint, ScreenPoint])[];
  readonly points: readonly ScreenPoint[];
  /** Empty while the frame follows the view. */
  readonly handles: readonly FrameHandle[];
}

function circleEdge({ center, radiusUm }: FrameRegion & { readonly kind: "circle" }): readonly Vector[] {
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_unused, corner): Vector => {
    const angle = (corner / CIRCLE_CORNERS) * 2 * Math.PI;
    return [center[0] + radiusUm * Math.cos(angle), center[1] + radiusUm * Math.sin(angle)];
  });
}

function edgesOf(region: FrameRegion, isUnbiased: boolean): { look: EdgeLook; path: readonly Vector[] }[] {
  if (region.kind === "circle") return [{ look: "plain", path: circleEdge(region) }];
  const { left, top, width, height } = region;
  const [right, bottom] = [left + width, top + height];
  const lowerLeft: Vector = [left, bottom];
  const upperRight: Vector = [right, top];
  const inEdges: Vector[] = [lowerLeft, [left, top], upperRight];
  const outEdges: Vector[] = [upperRight, [right, bottom], lowerLeft];
  if (!isUnbiased) return [{ look: "plain", path: [...inEdges, [right, bottom], lowerLeft] }];
  const up: Vector = [right, top - height * PROLONGATION_SHARE];
  const down: Vector = [left, bottom + height * PROLONGATION_SHARE];
  return [
    { look: "in", path: inEdges },
    { look: "out", path: [up, ...outEdges, down] },
  ];
}

/** @param viewCenter for a frame that follows the view. */
export function countingPicture(
  frame: FrameSettings,
  viewCenter: SlidePoint,
  pixelSizeUm: PixelSizeUm,
  toScreen: SlideToScreen,
): CountingPicture {
  const plan = planFrame(frame);
  const place: FramePlace = { center: frame.center ?? viewCenter, turnDeg: frame.turnDeg, pixelSizeUm };
  const onScreen = (local: Vector): ScreenPoint => screenOfSlide(toScreen, slideOfFrame(place, local));
  const [originX, originY] = onScreen([0, 0]);
  const stepPx = (local: Vector): number => {
    const [x, y] = onScreen(local);
    return Math.hypot(x - originX, y - originY);
  };
  const pxPerUm = Math.min(stepPx([1, 0]), stepPx([0, 1]));
  const isSeen = (spacingUm: number): boolean => spacingUm * pxPerUm >= NEAREST_PX;

  const beyondTop = (distancePx: number): ScreenPoint => {
    const [x, y] = onScreen([0, -plan.half[1]]);
    const length = Math.hypot(x - originX, y - originY) || 1;
    return [x + ((x - originX) / length) * distancePx, y + ((y - originY) / length) * distancePx];
  };
  const isPinned = frame.center !== null && plan.regions.length > 0;
  const canTurn = plan.regions.some(({ kind }) => kind === "rectangle");
  return {
    edges: plan.regions.flatMap((region) =>
      edgesOf(region, frame.edgeRule === "unbiased").map(({ look, path }) => ({ look, path: path.map(onScreen) })),
    ),
    lines: plan.lines
      .filter(({ spacingUm }) => isSeen(spacingUm))
      .map(({ from, to }) => [onScreen(from), onScreen(to)] as const),
    points: isSeen(frame.spacingUm) ? plan.points.map(onScreen) : [],
    handles: [
      ...(isPinned ? [{ name: "move", at: beyondTop(MOVE_HANDLE_PX) } as const] : []),
      ...(isPinned && canTurn ? [{ name: "turn", at: beyondTop(TURN_HANDLE_PX) } as const] : []),
    ],
  };
}
