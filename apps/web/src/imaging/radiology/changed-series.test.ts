import { expect, it } from "vitest";
import { isHiddenNow, type SeriesChange, withSeriesChange } from "./changed-series.ts";

const one = { number: 1, isHidden: false };
const two = { number: 2, isHidden: true };

it("a toggled series is a change, until it has its saved state again", () => {
  const shown = withSeriesChange([], two, false);
  expect(shown).toEqual([{ number: 2, isHidden: false }]);
  const both = withSeriesChange(shown, one, true);
  expect(both).toEqual([
    { number: 1, isHidden: true },
    { number: 2, isHidden: false },
  ]);
  expect(withSeriesChange(both, two, true)).toEqual([{ number: 1, isHidden: true }]);
});

it("a series that someone else has hidden since is shown as hidden, and is not a change", () => {
  const changes: SeriesChange[] = [{ number: 5, isHidden: true }];
  const three = { number: 3, isHidden: true };
  expect([isHiddenNow(three, changes), isHiddenNow({ number: 5, isHidden: false }, changes)]).toEqual([true, true]);
  expect(withSeriesChange(changes, one, true).map(({ number }) => number)).toEqual([1, 5]);
});
