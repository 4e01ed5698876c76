/**
 * Groups instances into series for scrolling, determines their order and their orientation in the body.
 *
 * Source: DICOM PS3.3, C.7.6.2.1.1 (position and orientation; x towards the patient's left, y towards the back, z
 * towards the head).
 */
import type { BodyPlane } from "./radiology-facts.ts";

export interface Placed {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly seriesNumber: number | null;
  readonly instanceNumber: number | null;
  readonly position: readonly number[] | null;
  readonly orientation: readonly number[] | null;
  readonly fault: string | null;
}

/** Direction cosines that differ by less are equal. */
const SAME_DIRECTION = 1e-3;
/** Maximum distance of equal positions, in mm. */
const SAME_PLACE = 1e-3;
/** Minimum component of a normal that is named after its axis: up to some 37 degrees off. */
const MAINLY = 0.8;

/**
 * Studies in their original order; within a study by series number. Instances that cannot be shown form separate series
 * at the end.
 */
export function groupIntoSeries<Instance extends Placed>(instances: readonly Instance[]): Instance[][] {
  const groups = new Map<string, Instance[]>();
  const studies = new Map<string, number>();
  for (const instance of instances) {
    if (!studies.has(instance.studyUid)) studies.set(instance.studyUid, studies.size);
    const key = JSON.stringify([instance.studyUid, instance.seriesUid, instance.fault]);
    const group = groups.get(key);
    if (group) group.push(instance);
    else groups.set(key, [instance]);
  }
  const rank = ([first]: Instance[]) => [
    first!.fault === null ? 0 : 1,
    studies.get(first!.studyUid)!,
    first!.seriesNumber ?? Number.MAX_SAFE_INTEGER,
  ];
  return [...groups.values()].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
  });
}

export interface OrderedSeries<Instance> {
  readonly instances: Instance[];
  readonly plane: BodyPlane | null;
  /** null: a single slice, or unequal spacing. */
  readonly sliceSpacingMm: number | null;
}

/**
 * Sorted by position if all slices are parallel and have different positions, in the direction in which they are
 * numbered; otherwise by number. Instances without a number keep their order, at the end.
 */
export function orderSeries<Instance extends Placed>(series: readonly Instance[]): OrderedSeries<Instance> {
  const numbered = [...series].sort((one, other) => numberOf(one) - numberOf(other));
  const normal = commonNormal(series);
  if (normal === null) return { instances: numbered, plane: null, sliceSpacingMm: null };
  const plane = planeOf(normal);
  const placed = numbered.map((instance) => ({ instance, along: dot(instance.position ?? [], normal) }));
  if (placed.some(({ along }) => !Number.isFinite(along))) return { instances: numbered, plane, sliceSpacingMm: null };
  const climbs = placed.at(-1)!.along - placed[0]!.along;
  placed.sort((one, other) => (climbs < 0 ? other.along - one.along : one.along - other.along));
  const steps = placed.slice(1).map(({ along }, index) => Math.abs(along - placed[index]!.along));
  // Several volumes, or points in time, at the same positions: one after the other, as numbered.
  if (steps.some((step) => step < SAME_PLACE)) return { instances: numbered, plane, sliceSpacingMm: null };
  const [first] = steps;
  const isEven = first !== undefined && steps.every((step) => Math.abs(step - first) <= Math.max(0.01, first / 100));
  return { instances: placed.map(({ instance }) => instance), plane, sliceSpacingMm: isEven ? first : null };
}

const numberOf = ({ instanceNumber }: Placed) => instanceNumber ?? Number.MAX_SAFE_INTEGER;

const dot = (one: readonly number[], other: readonly number[]) =>
  other.reduce((sum, value, axis) => sum + value * (one[axis] ?? Number.NaN), 0);

/** null: not all parallel, or the orientation is missing. */
function commonNormal(series: readonly Placed[]): readonly number[] | null {
  const [first, ...others] = series.map(({ orientation }) => orientation);
  if (!first) return null;
  const areParallel = others.every(
    (orientation) => orientation && first.every((cosine, i) => Math.abs(cosine - orientation[i]!) < SAME_DIRECTION),
  );
  if (!areParallel) return null;
  const [a, b, c, d, e, f] = first as [number, number, number, number, number, number];
  const normal = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(...normal);
  return length > 0.5 ? normal.map((value) => value / length) : null;
}

function planeOf(normal: readonly number[]): BodyPlane {
  const axis = normal.findIndex((value) => Math.abs(value) >= MAINLY);
  return (["sagittal", "coronal", "axial"] as const)[axis] ?? "oblique";
}
