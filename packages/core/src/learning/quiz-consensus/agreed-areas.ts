/** Where on a slide a class agrees: the areas that shares of it have marked. */
import type { Shape } from "../../geometry/shape.ts";
import { traceCells } from "./trace-cells.ts";
import type { VoteRaster } from "./vote-raster.ts";

/** Shares whose areas are drawn, beside the threshold. */
export const DRAWN_SHARES = [0.25, 0.5, 0.75, 1] as const;

export interface AgreedArea {
  /** Of all submitted users, from 0 to 1: at least so many have marked each place of it. */
  readonly share: number;
  readonly shape: Shape;
}

/** The area that at least a share of the users has marked, in slide pixels; null: there is none. */
export function areaOf(raster: VoteRaster, share: number, userCount: number): Shape | null {
  // A share that is met exactly must not fail by rounding.
  const least = Math.max(1, Math.ceil(share * userCount - 1e-9));
  const { columns, rows, votes, left, top, cellPx } = raster;
  const isSet = new Uint8Array(votes.length);
  for (let cell = 0; cell < votes.length; cell += 1) isSet[cell] = (votes[cell] ?? 0) >= least ? 1 : 0;
  // Two digits of a slide pixel, more where cells are smaller: rounding must not make two corners one.
  const scale = 10 ** Math.max(2, 2 + Math.ceil(-Math.log10(cellPx)));
  const rounded = (value: number) => Math.round(value * scale) / scale;
  const polygons = traceCells({ columns, rows, isSet }).map((rings) =>
    rings.map((ring) => ring.map(([x, y]) => [rounded(left + x * cellPx), rounded(top + y * cellPx)] as const)),
  );
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons };
}

/** From the largest to the smallest; shares that the same users make are drawn once. */
export function areasOf(raster: VoteRaster, userCount: number): AgreedArea[] {
  const seen = new Set<number>();
  return DRAWN_SHARES.flatMap((share) => {
    const least = Math.max(1, Math.ceil(share * userCount - 1e-9));
    if (seen.has(least)) return [];
    seen.add(least);
    const shape = areaOf(raster, share, userCount);
    return shape ? { share, shape } : [];
  });
}

/** Users who have to agree at least, for one of the drawn shares or the threshold. */
export const fewestUsers = (threshold: number, userCount: number): number =>
  Math.max(1, Math.ceil(Math.min(threshold, DRAWN_SHARES[0]) * userCount - 1e-9));

/** Areas that do not meet as one; null: there are none. */
export function joinedShape(shapes: readonly Shape[]): Shape | null {
  const polygons = shapes.flatMap((shape) =>
    shape.kind === "polygon" ? [shape.rings] : shape.kind === "multiPolygon" ? shape.polygons : [],
  );
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons };
}
