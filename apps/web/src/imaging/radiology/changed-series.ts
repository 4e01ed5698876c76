/**
 * Which series learners see, while it is edited: only what was changed here is kept and sent. A list of all would make visible
 * again what another has hidden since it was read.
 */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { RadiologySeries, updateRadiology } from "@parfocal/core/radiology/radiology.contract.ts";

export type SeriesChange = NonNullable<BodyFor<typeof updateRadiology>["series"]>[number];
type SavedSeries = Pick<RadiologySeries, "number" | "isHidden">;

export const isHiddenNow = ({ number, isHidden }: SavedSeries, changes: readonly SeriesChange[]): boolean =>
  changes.find((change) => change.number === number)?.isHidden ?? isHidden;

/** @returns ascending; a series that is again as it is saved is no change. */
export function withSeriesChange(
  changes: readonly SeriesChange[],
  saved: SavedSeries,
  isHidden: boolean,
): SeriesChange[] {
  const others = changes.filter(({ number }) => number !== saved.number);
  const changed = isHidden === saved.isHidden ? others : [...others, { number: saved.number, isHidden }];
  return changed.sort((one, other) => one.number - other.number);
}
