import { expect, it } from "vitest";
import { areaHistogram } from "./area-histogram.ts";

it("each nucleus is in one bar, the few largest in the last", () => {
  const values = [
    ...Array.from({ length: 990 }, (_unused, at) => (at % 160) + 0.5),
    ...new Array<number>(5).fill(5000),
  ];
  const bars = areaHistogram(values);
  expect(bars).toHaveLength(16);
  expect(bars.reduce((sum, { number }) => sum + number, 0)).toBe(995);
  expect(bars[0]).toMatchObject({ from: 0, to: 10 });
  expect(bars.at(-1)!.number).toBe(60 + 5);
});

it("without nuclei there are no bars", () => expect(areaHistogram([])).toEqual([]));
