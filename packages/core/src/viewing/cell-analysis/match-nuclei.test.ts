import { expect, it } from "vitest";
import { NO_CORRECTIONS } from "./corrections.ts";
import { matchNuclei } from "./match-nuclei.ts";
import { packNuclei, type SlideNucleus, unpackNuclei } from "./packed-nuclei.ts";

const nucleus = (x: number, y: number): SlideNucleus => ({
  ...{ centroidPx: [x, y], outlinePx: Float32Array.of(x, y, x + 1, y, x, y + 1), areaSquareMicrometres: 30 },
  ...{ circularity: 1, hematoxylinMean: 0, dabMean: 0, intensityClass: 0, cellClass: "other" },
});
const resultOf = (places: readonly (readonly [number, number])[], corrections = NO_CORRECTIONS) => ({
  nuclei: unpackNuclei(packNuclei(places.map(([x, y]) => nucleus(x, y)))),
  corrections,
});

it("pairs nuclei within 3 µm one to one, and counts those of only one result", () => {
  // 0.5 µm per px: six px.
  const first = resultOf([
    [10, 10],
    [100, 100],
    [200, 200],
  ]);
  const second = resultOf([
    [15, 10],
    [12, 10],
    [107, 100],
    [201, 200],
  ]);
  expect(matchNuclei(first, second, 0.5)).toEqual({ inBoth: 2, onlyFirst: 1, onlySecond: 2 });
  expect(matchNuclei(first, second, 0.4)).toEqual({ inBoth: 3, onlyFirst: 0, onlySecond: 1 });
});

it("counts manual corrections: without removed nuclei, with added ones", () => {
  const first = resultOf(
    [
      [10, 10],
      [50, 50],
    ],
    { ...NO_CORRECTIONS, removed: [0] },
  );
  const second = resultOf([[10, 10]], { ...NO_CORRECTIONS, added: [{ at: [51, 50], cellClass: "other" }] });
  expect(matchNuclei(first, second, 0.5)).toEqual({ inBoth: 1, onlyFirst: 0, onlySecond: 1 });
});

it("is empty for empty results", () =>
  expect(matchNuclei(resultOf([]), resultOf([]), 0.5)).toEqual({ inBoth: 0, onlyFirst: 0, onlySecond: 0 }));
