/** Areas of a slide that given shares of a class have marked. */
import type { Shape } from "../../geometry/shape.ts";
import { traceCells } from "./trace-cells.ts";
import type { VoteRaster } from "./vote-raster.ts";

/** Shares whose areas are drawn, in addition to the threshold. */
const DRAWN_SHARES = [0.25, 0.5, 0.75, 1] as const;

interface AgreedArea {
  /** Fraction of all submitted users, 0 to 1, who have marked each point of the area. */
  readonly share: number;
  readonly shape: Shape;
}

/** The area marked by at least a share of the users, in slide pixels; null: none. */
export function areaOf(raster: VoteRaster, share: number, userCount: number): Shape | null {
  // A share that is met exactly must not fail because of rounding.
  const minVotes = Math.max(1, Math.ceil(share * userCount - 1e-9));
  const { columns, rows, votes, left, top, cellPx } = raster;
  const isSet = new Uint8Array(votes.length);
  for (let cell = 0; cell < votes.length; cell += 1) isSet[cell] = (votes[cell] ?? 0) >= minVotes ? 1 : 0;
  // Two decimals of a slide pixel, more where cells are smaller, because rounding must not merge vertices.
  const scale = 10 ** Math.max(2, 2 + Math.ceil(-Math.log10(cellPx)));
  const rounded = (value: number) => Math.round(value * scale) / scale;
  const polygons = traceCells({ columns, rows, isSet }).map((rings) =>
    rings.map((ring) => ring.map(([x, y]) => [rounded(left + x * cellPx), rounded(top + y * cellPx)] as const)),
  );
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons };
}

/** From the largest to the smallest; shares with the same minimum number of users are drawn once. */
export function areasOf(raster: VoteRaster, userCount: number): AgreedArea[] {
  const seen = new Set<number>();
  return DRAWN_SHARES.flatMap((share) => {
    const minVotes = Math.max(1, Math.ceil(share * userCount - 1e-9));
    if (seen.has(minVotes)) return [];
    seen.add(minVotes);
    const shape = areaOf(raster, share, userCount);
    return shape ? { share, shape } : [];
  });
}

/** Minimum number of users for one of the drawn shares or the threshold. */
export const fewestUsers = (threshold: number, userCount: number): number =>
  Math.max(1, Math.ceil(Math.min(threshold, DRAWN_SHARES[0]) * userCount - 1e-9));

/** Merges disjoint areas; null: none. */
export function joinedShape(shapes: readonly Shape[]): Shape | null {
  const polygons = shapes.flatMap((shape) =>
    shape.kind === "polygon" ? [shape.rings] : shape.kind === "multiPolygon" ? shape.polygons : [],
  );
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons };
}
