/** A count on a slide: categories, marks, and the counting frame. */
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { type FrameSettings, NO_FRAME } from "./counting-frame.ts";
import { type CellStanding, standingOf } from "./frame-edges.ts";
import { type FramePlace, frameOfSlide, slideOfFrame } from "./frame-place.ts";
import { type FramePlan, planFrame } from "./frame-plan.ts";

export const TALLY_FORMS = ["circle", "square", "triangle", "diamond", "hexagon"] as const;
export type TallyForm = (typeof TALLY_FORMS)[number];

/** Distinguishable with colour vision deficiency. Source: M. Okabe and K. Ito, "Color Universal Design" (2008). */
export const TALLY_COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442"] as const;

export const TALLY_NAME_MAX = 80;
export const TALLY_CATEGORIES_MAX = 20;
export const TALLY_MARKS_MAX = 20_000;
export const TALLY_TARGETS = [100, 200] as const;
export const TALLY_TARGET_MAX = 10_000;

/** 1 to 9, then letters, excluding those that move the slide or leave the tool; enough for all categories. */
export const TALLY_KEYS = [..."123456789QWERTYUIOPASDFGHJKLZXCVBNM"] as const;

export interface TallyCategory {
  readonly id: number;
  readonly name: string;
  /** One of TALLY_KEYS. */
  readonly key: string;
  /** `#rrggbb`. */
  readonly color: string;
  readonly form: TallyForm;
}

export interface TallyMark {
  readonly id: number;
  readonly categoryId: number;
  readonly at: SlidePoint;
}

export interface Tally {
  readonly id: string;
  readonly name: string;
  readonly frame: FrameSettings;
  /** At least one; keys are unique. */
  readonly categories: readonly TallyCategory[];
  /** In order of placement. */
  readonly marks: readonly TallyMark[];
  /** Target number of cells to classify; null: no target. */
  readonly target: number | null;
  /** The ratio to report, part / (part + rest), e.g. positive among positive and negative; null: none. */
  readonly ratio: { readonly part: number; readonly rest: number } | null;
}

export function newTally(id: string, name: string, categoryNames: readonly string[]): Tally {
  const categories: TallyCategory[] = [];
  for (const categoryName of categoryNames) categories.push(nextCategory(categories, categoryName));
  return { id, name, frame: NO_FRAME, categories, marks: [], target: null, ratio: null };
}

/** A new category with an unused key, colour and form, as long as there are any. */
function nextCategory(categories: readonly TallyCategory[], name: string): TallyCategory {
  const free = <Value>(values: readonly Value[], isTaken: (value: Value) => boolean): Value =>
    values.find((value) => !isTaken(value)) ?? (values[categories.length % values.length] as Value);
  return {
    id: Math.max(0, ...categories.map(({ id }) => id)) + 1,
    name,
    key: free(TALLY_KEYS, (key) => categories.some((category) => category.key === key)),
    color: free(TALLY_COLORS, (color) => categories.some((category) => category.color === color)),
    form: TALLY_FORMS[categories.length % TALLY_FORMS.length] as TallyForm,
  };
}

export function withCategory(tally: Tally, name: string): Tally {
  if (tally.categories.length >= TALLY_CATEGORIES_MAX) return tally;
  return { ...tally, categories: [...tally.categories, nextCategory(tally.categories, name)] };
}

/** If another category has the new key, the two swap keys. */
export function withChangedCategory(tally: Tally, id: number, change: Partial<Omit<TallyCategory, "id">>): Tally {
  const changed = tally.categories.find((category) => category.id === id);
  if (!changed || (change.key !== undefined && !TALLY_KEYS.includes(change.key))) return tally;
  const name = change.name?.slice(0, TALLY_NAME_MAX) ?? changed.name;
  return {
    ...tally,
    categories: tally.categories.map((category) => {
      if (category.id === id) return { ...category, ...change, name };
      return category.key === change.key ? { ...category, key: changed.key } : category;
    }),
  };
}

/** Removes a category with its marks. The last category is kept. */
export function withoutCategory(tally: Tally, id: number): Tally {
  if (tally.categories.length === 1) return tally;
  const isInRatio = tally.ratio?.part === id || tally.ratio?.rest === id;
  return {
    ...tally,
    categories: tally.categories.filter((category) => category.id !== id),
    marks: tally.marks.filter((mark) => mark.categoryId !== id),
    ratio: isInRatio ? null : tally.ratio,
  };
}

const nextMarkId = (marks: readonly TallyMark[]): number => (marks.at(-1)?.id ?? 0) + 1;

const isPointLattice = ({ kind, squareUm }: FrameSettings): boolean => kind === "lattice" && squareUm === 0;

/** The nearest lattice point within half a spacing. */
function snapped(plan: FramePlan, place: FramePlace, at: SlidePoint, reachUm: number): SlidePoint | null {
  const [x, y] = frameOfSlide(place, at);
  const distance = ([pointX, pointY]: readonly [number, number]): number => Math.hypot(pointX - x, pointY - y);
  const nearest = plan.points.reduce<readonly [number, number] | null>(
    (best, point) => (best === null || distance(point) < distance(best) ? point : best),
    null,
  );
  return nearest && distance(nearest) <= reachUm ? slideOfFrame(place, nearest) : null;
}

const isSamePlace = (one: SlidePoint, other: SlidePoint): boolean =>
  Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6;

interface PutOptions {
  readonly pixelSizeUm: PixelSizeUm;
  /** Centre of the view, used to fix a frame that follows the view. */
  readonly viewCenter: SlidePoint;
  /** Marks of the same category nearer than this count as the same cell, slide pixels. */
  readonly apart: number;
}

/**
 * Adds a mark. The first one fixes a frame that follows the view. On a point lattice the mark snaps to a point and
 * replaces an existing mark there.
 *
 * @returns the same tally if such a mark exists already, or if the limit is reached.
 */
export function withMark(tally: Tally, categoryId: number, at: SlidePoint, options: PutOptions): Tally {
  const { pixelSizeUm, viewCenter, apart } = options;
  if (tally.marks.length >= TALLY_MARKS_MAX) return tally;
  const frame = tally.frame.center ? tally.frame : { ...tally.frame, center: viewCenter };
  const place = { center: frame.center ?? viewCenter, turnDeg: frame.turnDeg, pixelSizeUm };
  const onPoint = isPointLattice(frame) ? snapped(planFrame(frame), place, at, frame.spacingUm / 2) : null;
  const put = onPoint ?? at;
  const exists = tally.marks.some(
    (mark) =>
      mark.categoryId === categoryId &&
      (onPoint ? isSamePlace(mark.at, put) : Math.hypot(mark.at[0] - put[0], mark.at[1] - put[1]) < apart),
  );
  if (exists) return tally;
  const others = onPoint ? tally.marks.filter((mark) => !isSamePlace(mark.at, put)) : tally.marks;
  return { ...tally, frame, marks: [...others, { id: nextMarkId(tally.marks), categoryId, at: put }] };
}

export function withoutMark(tally: Tally, id: number): Tally {
  return { ...tally, marks: tally.marks.filter((mark) => mark.id !== id) };
}

/** The most recent mark within reach; undefined: none. @param reach slide pixels. */
export function markAt(marks: readonly TallyMark[], [x, y]: SlidePoint, reach: number): TallyMark | undefined {
  let nearest: TallyMark | undefined;
  let nearestDistance = reach;
  for (const mark of marks) {
    const distance = Math.hypot(mark.at[0] - x, mark.at[1] - y);
    if (distance > nearestDistance) continue;
    nearest = mark;
    nearestDistance = distance;
  }
  return nearest;
}

/** Standing of each mark, in order. @param viewCenter used for a frame that follows the view. */
export function standingsOf(tally: Tally, pixelSizeUm: PixelSizeUm, viewCenter: SlidePoint): readonly CellStanding[] {
  const { frame } = tally;
  const plan = planFrame(frame);
  const place = { center: frame.center ?? viewCenter, turnDeg: frame.turnDeg, pixelSizeUm };
  return tally.marks.map(({ at }) => standingOf(plan, frameOfSlide(place, at), frame));
}
