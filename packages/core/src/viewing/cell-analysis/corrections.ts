/** What a person has changed of a result by hand: nuclei taken away, added, or put into another class. */
import type { SlidePoint } from "../../geometry/slide-point.ts";
import type { CellClass, IntensityClass } from "./nucleus.ts";
import { factsOfNucleus, type PackedNuclei } from "./packed-nuclei.ts";

/** Of one result: more than anybody corrects by hand. */
export const CORRECTIONS_MAX = 5_000;

export interface Corrections {
  /** Numbers of nuclei, in the order of the result. */
  readonly removed: readonly number[];
  readonly changed: readonly { readonly nucleus: number; readonly cellClass: CellClass }[];
  readonly added: readonly { readonly at: SlidePoint; readonly cellClass: CellClass }[];
}

export const NO_CORRECTIONS: Corrections = { removed: [], changed: [], added: [] };

/** An added nucleus is as large as a lymphocyte's, 7 µm across: it was pointed at, not outlined. */
export const ADDED_RADIUS_MICROMETRES = 3.5;
export const ADDED_AREA_SQUARE_MICROMETRES = Math.PI * ADDED_RADIUS_MICROMETRES ** 2;

export const countCorrections = ({ removed, changed, added }: Corrections): number =>
  removed.length + changed.length + added.length;

/** As if it had not been corrected: one taken away comes back, a class is as it was found. */
function withoutOwn({ removed, changed, added }: Corrections, nucleus: number): Corrections {
  return {
    removed: removed.filter((number) => number !== nucleus),
    changed: changed.filter((change) => change.nucleus !== nucleus),
    added,
  };
}

export function withRemoved(corrections: Corrections, nucleus: number): Corrections {
  const others = withoutOwn(corrections, nucleus);
  return { ...others, removed: [...others.removed, nucleus] };
}

/** @param found the class that the analyser gave it: to go back to it is no correction. */
export function withClass(
  corrections: Corrections,
  nucleus: number,
  cellClass: CellClass,
  found: CellClass,
): Corrections {
  const others = withoutOwn(corrections, nucleus);
  return cellClass === found ? others : { ...others, changed: [...others.changed, { nucleus, cellClass }] };
}

export function withAdded(corrections: Corrections, at: SlidePoint, cellClass: CellClass): Corrections {
  return { ...corrections, added: [...corrections.added, { at, cellClass }] };
}

/** @param index among those added by hand. */
export function withAddedClass(corrections: Corrections, index: number, cellClass: CellClass): Corrections {
  const before = corrections.added[index];
  if (!before || before.cellClass === cellClass) return corrections;
  return { ...corrections, added: corrections.added.with(index, { ...before, cellClass }) };
}

export function withoutAdded(corrections: Corrections, index: number): Corrections {
  return { ...corrections, added: corrections.added.filter((_one, at) => at !== index) };
}

export interface CorrectedNucleus {
  readonly cellClass: CellClass;
  readonly intensityClass: IntensityClass;
  readonly areaSquareMicrometres: number;
}

/** What is counted after the corrections: those found and not taken away in their order, then those added. */
export function correctedNuclei(nuclei: PackedNuclei, corrections: Corrections): CorrectedNucleus[] {
  const removed = new Set(corrections.removed);
  const changed = new Map(corrections.changed.map(({ nucleus, cellClass }) => [nucleus, cellClass]));
  const left: CorrectedNucleus[] = [];
  for (let index = 0; index < nuclei.count; index += 1) {
    if (removed.has(index)) continue;
    const facts = factsOfNucleus(nuclei, index);
    left.push({ ...facts, cellClass: changed.get(index) ?? facts.cellClass });
  }
  for (const { cellClass } of corrections.added)
    left.push({
      cellClass,
      intensityClass: cellClass === "positive" ? 1 : 0,
      areaSquareMicrometres: ADDED_AREA_SQUARE_MICROMETRES,
    });
  return left;
}
