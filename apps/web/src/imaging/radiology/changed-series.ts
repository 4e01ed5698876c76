/**
 * Visibility of series while it is edited: only changes are stored and sent. A complete list would show series again
 * that another editor has hidden since.
 */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { RadiologySeries, updateRadiology } from "@parfocal/core/radiology/radiology.contract.ts";

export type SeriesChange = NonNullable<BodyFor<typeof updateRadiology>["series"]>[number];
type SavedSeries = Pick<RadiologySeries, "number" | "isHidden">;

export const isHiddenNow = ({ number, isHidden }: SavedSeries, changes: readonly SeriesChange[]): boolean =>
  changes.find((change) => change.number === number)?.isHidden ?? isHidden;

/** @returns changes in ascending order; a series in its saved state is not a change. */
export function withSeriesChange(
  changes: readonly SeriesChange[],
  saved: SavedSeries,
  isHidden: boolean,
): SeriesChange[] {
  const others = changes.filter(({ number }) => number !== saved.number);
  const changed = isHidden === saved.isHidden ? others : [...others, { number: saved.number, isHidden }];
  return changed.sort((one, other) => one.number - other.number);
}
