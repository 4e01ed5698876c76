/** Manual corrections of a result: nuclei removed, added, or reclassified. */
import type { SlidePoint } from "../../geometry/slide-point.ts";
import type { CellClass, IntensityClass } from "./nucleus.ts";
import { factsOfNucleus, type PackedNuclei } from "./packed-nuclei.ts";

/** Maximum number of corrections of one result; far more than a person makes manually. */
export const CORRECTIONS_MAX = 5_000;

export interface Corrections {
  /** Indexes of nuclei in the result. */
  readonly removed: readonly number[];
  readonly changed: readonly { readonly nucleus: number; readonly cellClass: CellClass }[];
  readonly added: readonly { readonly at: SlidePoint; readonly cellClass: CellClass }[];
}

export const NO_CORRECTIONS: Corrections = { removed: [], changed: [], added: [] };

/** An added nucleus gets the size of a lymphocyte's, 7 µm across, because it was clicked, not outlined. */
const ADDED_RADIUS_MICROMETRES = 3.5;
const ADDED_AREA_SQUARE_MICROMETRES = Math.PI * ADDED_RADIUS_MICROMETRES ** 2;

export const countCorrections = ({ removed, changed, added }: Corrections): number =>
  removed.length + changed.length + added.length;

/** Reverts the corrections of one nucleus: restores it, and its original class. */
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

/** @param found class found by the analyser; restoring it is not a correction. */
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

/** @param index among the added nuclei. */
export function withAddedClass(corrections: Corrections, index: number, cellClass: CellClass): Corrections {
  const before = corrections.added[index];
  if (!before || before.cellClass === cellClass) return corrections;
  return { ...corrections, added: corrections.added.with(index, { ...before, cellClass }) };
}

export function withoutAdded(corrections: Corrections, index: number): Corrections {
  return { ...corrections, added: corrections.added.filter((_one, at) => at !== index) };
}

interface CorrectedNucleus {
  readonly cellClass: CellClass;
  readonly intensityClass: IntensityClass;
  readonly areaSquareMicrometres: number;
}

/** All nuclei after the corrections: found ones that were not removed, in order, then added ones. */
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
