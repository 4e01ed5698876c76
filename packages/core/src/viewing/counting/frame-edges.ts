/**
 * Whether a cell is counted: inside a frame, on an edge, or outside.
 *
 * Source: H. J. G. Gundersen, "Notes on the estimation of the numerical density of arbitrary profiles: the edge
 * effect", J. Microsc. 111 (1977), 219-223: a cell is counted if it is at least partly in the frame and touches neither
 * the exclusion edges nor their extensions (upwards from one, downwards from the other), so that it is counted once by
 * adjacent frames.
 */
import type { Vector } from "../../geometry/linear.ts";
import type { EdgeRule } from "./counting-frame.ts";
import type { FramePlan, FrameRegion } from "./frame-plan.ts";

export type Standing = "counted" | "edge" | "outside";

export interface CellStanding {
  readonly standing: Standing;
  /** Index of the region that counts it; null: none, or counted everywhere. */
  readonly region: number | null;
}

/** Distance from a value to an interval. */
const beyond = (value: number, from: number, to: number): number => Math.max(from - value, 0, value - to);

function standingIn(region: FrameRegion, [x, y]: Vector, radiusUm: number): Standing {
  if (region.kind === "circle") {
    const isIn = Math.hypot(x - region.center[0], y - region.center[1]) <= region.radiusUm;
    return isIn ? "counted" : "outside";
  }
  const { left, top } = region;
  const [right, bottom] = [left + region.width, top + region.height];
  if (Math.hypot(beyond(x, left, right), beyond(y, top, bottom)) > radiusUm) return "outside";
  const toRightAndUp = Math.hypot(x - right, beyond(y, Number.NEGATIVE_INFINITY, bottom));
  const toBottom = Math.hypot(beyond(x, left, right), y - bottom);
  const toLeftAndDown = Math.hypot(x - left, beyond(y, bottom, Number.POSITIVE_INFINITY));
  return Math.min(toRightAndUp, toBottom, toLeftAndDown) <= radiusUm ? "edge" : "counted";
}

/** @param at centre of the cell, in the plan's µm. @param cellDiameterUm used only at edges by the unbiased rule. */
export function standingOf(
  { regions }: FramePlan,
  at: Vector,
  { edgeRule, cellDiameterUm }: { readonly edgeRule: EdgeRule; readonly cellDiameterUm: number },
): CellStanding {
  if (regions.length === 0) return { standing: "counted", region: null };
  const radiusUm = edgeRule === "unbiased" ? cellDiameterUm / 2 : 0;
  let isAtEdge = false;
  for (const [index, region] of regions.entries()) {
    const standing = standingIn(region, at, radiusUm);
    if (standing === "counted") return { standing, region: index };
    isAtEdge ||= standing === "edge";
  }
  return { standing: isAtEdge ? "edge" : "outside", region: null };
}
