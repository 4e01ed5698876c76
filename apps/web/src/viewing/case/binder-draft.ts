/**
 * Draft of the slide binder: the same tissue, point by point, on each slide.
 *
 * Source: issue "The viewer, the annotator and the case", slide binder; spec part 1, section 9 (type bound-point).
 */
import { CASE_BOUND_POINTS_MAX } from "@parfocal/core/case/case.contract.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

/** Points by number on one slide; null: not set there. */
type BoundPoints = readonly (SlidePoint | null)[];

/** Points of all slides, by slide ID; each slide has all numbers. */
export type BinderDraft = ReadonlyMap<number, BoundPoints>;

/** Numbers in use, plus the next free one. */
export const pointCountOf = (draft: BinderDraft): number =>
  Math.max(0, ...[...draft.values()].map((points) => points.findLastIndex((point) => point !== null) + 1));

export function startBinding(
  items: readonly { readonly id: number; readonly boundPoints: BoundPoints }[],
): BinderDraft {
  return new Map(items.map(({ id, boundPoints }) => [id, boundPoints]));
}

export function withPoint(draft: BinderDraft, slideId: number, number: number, point: SlidePoint | null): BinderDraft {
  if (number >= CASE_BOUND_POINTS_MAX) return draft;
  const points = draft.get(slideId) ?? [];
  const length = Math.max(points.length, number + 1);
  const next = Array.from({ length }, (_unused, at) => (at === number ? point : (points[at] ?? null)));
  return new Map(draft).set(slideId, next);
}

/** Removes a number on all slides; higher numbers move up. */
export function withoutNumber(draft: BinderDraft, number: number): BinderDraft {
  return new Map([...draft].map(([id, points]) => [id, points.filter((_point, at) => at !== number)]));
}

/** The next number: the first that is not set on all of these slides. */
export function nextNumber(draft: BinderDraft, slideIds: readonly number[]): number {
  const count = pointCountOf(draft);
  for (let number = 0; number < count; number += 1) {
    if (slideIds.some((id) => (draft.get(id)?.[number] ?? null) === null)) return number;
  }
  return Math.min(count, CASE_BOUND_POINTS_MAX - 1);
}

/** The saved state with the changed points of some slides; slides removed since then are omitted. */
export function withChanges(saved: BinderDraft, changes: BinderDraft): BinderDraft {
  return new Map([...saved].map(([id, points]) => [id, changes.get(id) ?? points]));
}

/** Only the slides with changed points, because other users may be setting points on the rest. */
export function changesOf(draft: BinderDraft, saved: BinderDraft): BinderDraft {
  const textOf = (points: BoundPoints = []): string => JSON.stringify(withoutEmptyEnd(points));
  return new Map([...draft].filter(([id, points]) => textOf(points) !== textOf(saved.get(id))));
}

const withoutEmptyEnd = (points: BoundPoints): BoundPoints =>
  points.slice(0, points.findLastIndex((point) => point !== null) + 1);

/** As saved: without unset numbers at the end. */
export function trimmed(draft: BinderDraft): { id: number; boundPoints: ([x: number, y: number] | null)[] }[] {
  return [...draft].map(([id, points]) => ({
    id,
    boundPoints: withoutEmptyEnd(points).map((point) => point && [point[0], point[1]]),
  }));
}

/** Pins also differ by number and lightness; white digits on each of them have a contrast of 4.5 or more. */
const PIN_COLOURS = ["#5a3fb8", "#b0306a", "#0f6b6b", "#8a5200", "#1f5fbf", "#3f6f1f", "#a02f2f", "#555b66"];

export const pinColour = (number: number): string => PIN_COLOURS[number % PIN_COLOURS.length] as string;
