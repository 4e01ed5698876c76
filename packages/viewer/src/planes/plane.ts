/** Focus planes and points in time of a slide. */
import type { Plane, SlidePlanes } from "../slide-description.ts";

type Counts = Pick<SlidePlanes, "depths" | "times">;

const ONE_OF_EACH: Counts = { depths: 1, times: 1 };

/** The plane with which a slide opens: the middle focus plane at the first point in time. */
export function firstPlane(planes: Counts | null | undefined): Plane {
  return { depth: middleDepth(planes ?? ONE_OF_EACH), time: 0 };
}

export function middleDepth({ depths }: Pick<Counts, "depths">): number {
  return Math.floor((Math.max(1, depths) - 1) / 2);
}

/** The nearest existing plane; omitted properties are taken from `from`. */
export function planeWithin(planes: Counts | null | undefined, from: Plane, to: Partial<Plane>): Plane {
  const { depths, times } = planes ?? ONE_OF_EACH;
  return { depth: indexWithin(depths, to.depth ?? from.depth), time: indexWithin(times, to.time ?? from.time) };
}

function indexWithin(count: number, index: number): number {
  return Number.isFinite(index) ? Math.min(Math.max(1, count) - 1, Math.max(0, Math.round(index))) : 0;
}

/** The planes likely to be viewed next: those above and below, then the next point in time. */
export function neighbourPlanes({ depths, times }: Counts, { depth, time }: Plane): readonly Plane[] {
  return [
    { depth: depth + 1, time },
    { depth: depth - 1, time },
    { depth, time: times > 1 ? (time + 1) % times : time + 1 },
  ].filter((plane) => plane.depth >= 0 && plane.depth < depths && plane.time < times);
}

/**
 * Distance of a focus plane from the middle one.
 *
 * @returns µm, negative below; null if the distance between planes is unknown.
 */
export function depthFromMiddleUm(
  planes: Pick<SlidePlanes, "depths" | "depthSpacingUm">,
  depth: number,
): number | null {
  return planes.depthSpacingUm === null ? null : (depth - middleDepth(planes)) * planes.depthSpacingUm;
}

/** Whether the slide has more than one plane. */
export function hasSeveralPlanes(planes: Counts | null | undefined): boolean {
  return planes !== null && planes !== undefined && (planes.depths > 1 || planes.times > 1);
}
