import { describe, expect, it } from "vitest";
import { correctedNuclei, NO_CORRECTIONS, withAdded, withClass, withoutAdded, withRemoved } from "./corrections.ts";
import { factsOfNucleus, joinNuclei, packNuclei, type SlideNucleus, unpackNuclei } from "./packed-nuclei.ts";

const nucleus = (x: number, y: number, more: Partial<SlideNucleus> = {}): SlideNucleus => ({
  centroidPx: [x, y],
  outlinePx: Float32Array.of(x - 4, y - 4, x + 4.25, y - 4, x, y + 5.5),
  areaSquareMicrometres: 33.5,
  circularity: 0.75,
  hematoxylinMean: 0.5,
  dabMean: 0.25,
  intensityClass: 1,
  cellClass: "positive",
  ...more,
});

describe("packed nuclei", () => {
  const nuclei = [nucleus(100, 200), nucleus(90_000.5, 70_000.25, { cellClass: "negative", intensityClass: 0 })];

  it("are unpacked unchanged, outlines to an eighth of a pixel", () => {
    const unpacked = unpackNuclei(packNuclei(nuclei));
    expect(unpacked.count).toBe(2);
    expect([...unpacked.centroids]).toEqual([100, 200, 90_000.5, 70_000.25]);
    expect([...unpacked.starts]).toEqual([0, 3, 6]);
    expect([...unpacked.corners.subarray(0, 6)]).toEqual([96, 196, 104.25, 196, 100, 205.5]);
    expect([...unpacked.hematoxylinMeans, ...unpacked.dabMeans]).toEqual([0.5, 0.5, 0.25, 0.25]);
    expect(factsOfNucleus(unpacked, 0)).toEqual({
      cellClass: "positive",
      intensityClass: 1,
      areaSquareMicrometres: 33.5,
    });
    expect(factsOfNucleus(unpacked, 1)).toMatchObject({ cellClass: "negative", intensityClass: 0 });
  });

  it("have the outlines of their cells, if there are any; joined with parts that have none", () => {
    const cell = nucleus(10, 20, { cellOutlinePx: Float32Array.of(2, 12, 18, 12, 18, 28, 2, 28) });
    const bytes = packNuclei([cell, nucleus(50, 50)]);
    const unpacked = unpackNuclei(bytes);
    expect([...unpacked.cellStarts]).toEqual([0, 4, 4]);
    expect([...unpacked.cellCorners]).toEqual([2, 12, 18, 12, 18, 28, 2, 28]);
    expect(() => unpackNuclei(bytes.subarray(0, bytes.length - 2))).toThrow(RangeError);
    const without = unpackNuclei(packNuclei(nuclei));
    expect([...without.cellStarts]).toEqual([0, 0, 0]);
    const joined = joinNuclei([without, unpacked]);
    expect([...joined.cellStarts]).toEqual([0, 0, 0, 4, 4]);
    expect([...joined.cellCorners.subarray(0, 2)]).toEqual([2, 12]);
  });

  it("of several parts follow one another", () => {
    const parts = [nuclei, [], [nucleus(7, 8, { cellClass: "other" })]].map((part) => unpackNuclei(packNuclei(part)));
    const joined = joinNuclei(parts);
    expect(joined.count).toBe(3);
    expect([...joined.starts]).toEqual([0, 3, 6, 9]);
    expect([...joined.centroids.subarray(4)]).toEqual([7, 8]);
    expect([...joined.corners.subarray(12, 14)]).toEqual([3, 4]);
    expect(factsOfNucleus(joined, 2).cellClass).toBe("other");
  });

  it("that are truncated or inconsistent are rejected", () => {
    const bytes = packNuclei(nuclei);
    for (const length of [0, 7, 8, bytes.length - 1])
      expect(() => unpackNuclei(bytes.subarray(0, length))).toThrow(RangeError);
    const contradicting = bytes.slice();
    contradicting[8 + 2 * 24] = 2;
    expect(() => unpackNuclei(contradicting)).toThrow(RangeError);
  });
});

describe("corrections", () => {
  const found = unpackNuclei(
    packNuclei([nucleus(1, 1), nucleus(2, 2), nucleus(3, 3, { cellClass: "negative", intensityClass: 0 })]),
  );

  it("remove, change and add", () => {
    let corrections = withRemoved(NO_CORRECTIONS, 0);
    corrections = withClass(corrections, 2, "positive", "negative");
    corrections = withAdded(corrections, [9, 9], "negative");
    expect(correctedNuclei(found, corrections).map(({ cellClass }) => cellClass)).toEqual([
      "positive",
      "positive",
      "negative",
    ]);
    expect(withoutAdded(corrections, 0).added).toEqual([]);
  });

  it("have no effect if undone", () => {
    const changed = withClass(NO_CORRECTIONS, 2, "positive", "negative");
    expect(withClass(changed, 2, "negative", "negative")).toEqual(NO_CORRECTIONS);
    expect(withClass(withRemoved(NO_CORRECTIONS, 2), 2, "negative", "negative")).toEqual(NO_CORRECTIONS);
    expect(withRemoved(changed, 2)).toEqual({ removed: [2], changed: [], added: [] });
  });
});
