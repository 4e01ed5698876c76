import { describe, expect, it } from "vitest";
import { probeSlideFile } from "../../open-slide-file.ts";
import { buildOmeTiff, type OmeTiffSpec } from "../../testing/build-ome-tiff.ts";
import type { PageSpec } from "../../testing/build-tiff.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { probeSlide, fileOf } = temporarySlideFiles();

/** The same images without OME. */
const plain = (spec: OmeTiffSpec) => buildOmeTiff({ ...spec, xml: () => "of a camera" });
const tiled: OmeTiffSpec = { width: 64, height: 48, tilePx: 16 };

describe("a tiled 16-bit grey TIFF", () => {
  it("is one channel with a measured display range", async () => {
    const slide = await probeSlide(plain({ ...tiled, halvings: 1 }));
    expect(slide).toMatchObject({ format: "tiff", levels: [{ width: 64 }, { width: 32 }] });
    expect(slide.planes!.channels).toEqual([{ name: "Channel 1", colour: "#ffffff", window: { min: 0, max: 65_535 } }]);
  });

  it("uses smaller pages of its shape as levels, and ignores others", async () => {
    let half: PageSpec[] = [];
    plain({ ...tiled, width: 32, height: 24, pageOrder: (pages) => (half = pages) });
    let other: PageSpec[] = [];
    plain({ ...tiled, width: 32, height: 32, pageOrder: (pages) => (other = pages) });
    const slide = await probeSlide(plain({ ...tiled, pageOrder: (pages) => [...other, ...pages, ...half] }));
    expect(slide.levels.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [32, 24],
    ]);
  });

  it("without levels is converted, keeping all bits; in strips it is an image", async () => {
    const wide = { width: 1100, height: 4, isPacked: true };
    const convertible = await probeSlideFile(await fileOf(plain({ ...wide, tilePx: 16 })));
    expect(convertible).toEqual({ kind: "convertible", by: "planes" });
    expect(await probeSlideFile(await fileOf(plain(wide)))).toMatchObject({ by: "picture" });
  });
});
