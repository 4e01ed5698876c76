import { describe, expect, it } from "vitest";
import { SlideFileError } from "../slide-source.ts";
import type { JpegComponent, JpegHeader } from "./jpeg-header.ts";
import { jpegPrefixOf, needsRgbMarker } from "./jpeg-splice.ts";

function headerOf(facts: Partial<JpegHeader>, ids = [1, 2, 3], sampling = [1, 1, 1]): JpegHeader {
  const components = ids.map((id, i): JpegComponent => ({ id, horizontal: sampling[i]!, vertical: sampling[i]! }));
  const size = { width: 8, height: 8, precision: 8 };
  return {
    frameMarker: 0xc0,
    frameStart: 2,
    scanStart: 9,
    hasJfif: false,
    hasAdobe: false,
    ...size,
    components,
    ...facts,
  };
}

describe("needsRgbMarker", () => {
  const cases: [what: string, tile: JpegHeader, isPhotometricRgb: boolean, expected: boolean][] = [
    ["RGB without a marker in the tile", headerOf({}), true, true],
    ["RGB, all components sampled alike", headerOf({}, [0, 1, 2], [2, 2, 2]), true, true],
    ["YCbCr without a marker in the tile", headerOf({}), false, false],
    ["RGB, but JFIF means YCbCr", headerOf({ hasJfif: true }), true, false],
    ["RGB, already stated by an Adobe marker", headerOf({ hasAdobe: true }), true, false],
    ["RGB, but subsampled chroma means YCbCr", headerOf({}, [1, 2, 3], [2, 1, 1]), true, false],
    ["RGB, stated by the names of the components", headerOf({}, [0x52, 0x47, 0x42]), true, false],
    ["RGB, but grey", headerOf({}, [1], [1]), true, false],
  ];
  for (const [what, tile, isPhotometricRgb, expected] of cases) {
    it(`${what}: ${expected}`, () => {
      expect(needsRgbMarker(tile, isPhotometricRgb)).toBe(expected);
    });
  }
});

describe("jpegPrefixOf", () => {
  it("keeps the tables and omits the rest of the shared stream", () => {
    const tables = Buffer.from("ffd8ffe00004aaaaffdb0004bbbbffc40004ccccffd9", "hex");
    expect(jpegPrefixOf(tables).plain.toString("hex")).toBe("ffd8ffdb0004bbbbffc40004cccc");
    expect(jpegPrefixOf(tables).rgb.toString("hex")).toMatch(/^ffd8ffee000e41646f6265.*ffdb0004bbbbffc40004cccc$/);
  });

  it("is only a start of image without tables", () => {
    expect(jpegPrefixOf(null).plain.toString("hex")).toBe("ffd8");
  });

  it("rejects invalid tables", () => {
    expect(() => jpegPrefixOf(Buffer.from("ffd8ffdbffffaaaa", "hex"))).toThrow(SlideFileError);
  });
});
