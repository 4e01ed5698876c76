/** Results of a count: numbers, densities and proportions with 95 % confidence intervals. */
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { type Interval, poissonInterval, wilsonInterval } from "./count-interval.ts";
import { planAreaMm2, planFrame } from "./frame-plan.ts";
import { standingsOf, type Tally, type TallyCategory } from "./tally.ts";

export interface Counted {
  readonly count: number;
  /** Exact interval of the number. */
  readonly interval: Interval;
  /** Null: counted everywhere, without a defined area. */
  readonly density: { readonly perMm2: number; readonly interval: Interval } | null;
}

interface CategoryResult extends Counted {
  readonly category: TallyCategory;
  /** Outside the frame. */
  readonly outside: number;
  /** On an exclusion edge. */
  readonly edge: number;
  /** Proportion of all counted marks; null: none counted. */
  readonly share: { readonly value: number; readonly interval: Interval } | null;
}

export interface TallyResult {
  readonly areaMm2: number | null;
  readonly categories: readonly CategoryResult[];
  readonly total: Counted & { readonly outside: number; readonly edge: number };
  /** Numbers per region of the frame, in the plan's order; empty if it has at most one region. */
  readonly perRegion: readonly number[];
  /** `part` as a proportion of `part` and `rest`; null: not requested, or no marks yet. */
  readonly ratio: {
    readonly part: TallyCategory;
    readonly rest: TallyCategory;
    readonly value: number;
    readonly interval: Interval;
  } | null;
  /** Null: no target. */
  readonly target: { readonly count: number; readonly isReached: boolean } | null;
}

function counted(count: number, areaMm2: number | null): Counted {
  const interval = poissonInterval(count);
  if (areaMm2 === null) return { count, interval, density: null };
  const { low, high } = interval;
  const density = { perMm2: count / areaMm2, interval: { low: low / areaMm2, high: high / areaMm2 } };
  return { count, interval, density };
}

const shareOf = (part: number, total: number): CategoryResult["share"] =>
  total === 0 ? null : { value: part / total, interval: wilsonInterval(part, total) };

function ratioOf({ ratio }: Tally, categories: readonly CategoryResult[]): TallyResult["ratio"] {
  const part = categories.find(({ category }) => category.id === ratio?.part);
  const rest = categories.find(({ category }) => category.id === ratio?.rest);
  const share = part && rest && shareOf(part.count, part.count + rest.count);
  return part && rest && share ? { part: part.category, rest: rest.category, ...share } : null;
}

/** @param viewCenter used for a frame that follows the view. */
export function tallyResult(tally: Tally, pixelSizeUm: PixelSizeUm, viewCenter: SlidePoint): TallyResult {
  const plan = planFrame(tally.frame);
  const areaMm2 = planAreaMm2(plan);
  const numbers = new Map(tally.categories.map(({ id }) => [id, { counted: 0, edge: 0, outside: 0 }]));
  const perRegion = plan.regions.map(() => 0);
  for (const [index, { standing, region }] of standingsOf(tally, pixelSizeUm, viewCenter).entries()) {
    const number = numbers.get(tally.marks[index]?.categoryId ?? 0);
    if (number) number[standing] += 1;
    if (region !== null) perRegion[region] = (perRegion[region] ?? 0) + 1;
  }
  const sum = (standing: "counted" | "edge" | "outside"): number =>
    [...numbers.values()].reduce((total, number) => total + number[standing], 0);
  const all = sum("counted");
  const categories = tally.categories.map((category): CategoryResult => {
    const { counted: count, edge, outside } = numbers.get(category.id) ?? { counted: 0, edge: 0, outside: 0 };
    return { category, ...counted(count, areaMm2), edge, outside, share: shareOf(count, all) };
  });
  return {
    areaMm2,
    categories,
    total: { ...counted(all, areaMm2), edge: sum("edge"), outside: sum("outside") },
    perRegion: perRegion.length > 1 ? perRegion : [],
    ratio: ratioOf(tally, categories),
    target: tally.target === null ? null : { count: tally.target, isReached: all >= tally.target },
  };
}
