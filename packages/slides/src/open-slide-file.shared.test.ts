/**
 * Real files from scanners and other programs, compared with independent decoders (libtiff, jpeg-js, libpng).
 */
import { readFile } from "node:fs/promises";
import jpeg from "jpeg-js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePicture } from "./codec/raw-picture.ts";
import { openSlideFile, probeSlideFile } from "./open-slide-file.ts";
import type { OpenedSlide } from "./opening/opened-slide.ts";
import { SlideFileError, tileGridOf } from "./slide-source.ts";
import { assembleLevel } from "./testing/assemble-level.ts";
import { compareSamples } from "./testing/pictures.ts";
import { describeSharedFile, sharedDataPath } from "./testing/shared-data.ts";
import { thumbnailOf } from "./thumbnail-of.ts";

/** One page of a TIFF file as libtiff decodes it, without colour management. */
async function decodedByLibtiff(path: string, page: number): Promise<Buffer> {
  return sharp(path, { page, ignoreIcc: true }).toColourspace("srgb").raw().toBuffer();
}

async function withSlide<Result>(path: string, use: (slide: OpenedSlide) => Promise<Result>): Promise<Result> {
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") throw new Error(`${path} is not a slide`);
  try {
    return await use(probed.source);
  } finally {
    await probed.source.close();
  }
}

async function reasonOf(path: string): Promise<string> {
  const error = await probeSlideFile(path).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SlideFileError);
  return (error as SlideFileError).reason;
}

describeSharedFile("wsi/CMU-1-Small-Region.svs", (path) => {
  it("is an SVS of 2220 x 2967 px, 0.499 µm per pixel, 20x, with label, macro and thumbnail", () =>
    withSlide(path, async (slide) => {
      expect(slide.format).toBe("svs");
      expect(slide.levels).toEqual([{ width: 2220, height: 2967, tileWidth: 240, tileHeight: 240, downsample: 1 }]);
      expect(slide.pixelSizeUm).toEqual({ x: 0.499, y: 0.499 });
      expect(slide.objectivePower).toBe(20);
      expect(slide.orientationDeg).toBe(0);
      expect(slide.properties).toMatchObject({
        "aperio.ScanScope ID": "CPAPERIOCS",
        "aperio.Date": "12/29/09",
        "aperio.Filename": "CMU-1",
      });
      expect(slide.associatedImages).toEqual([
        { name: "thumbnail", width: 574, height: 768 },
        { name: "label", width: 387, height: 463 },
        { name: "macro", width: 1280, height: 431 },
      ]);
    }));

  it("all 130 tiles equal libtiff's pixels", () =>
    withSlide(path, async (slide) => {
      expect(tileGridOf(slide.levels[0]!)).toEqual({ columns: 10, rows: 13 });
      const { samples } = await assembleLevel(slide, 0);
      expect(compareSamples(samples, await decodedByLibtiff(path, 0))).toEqual({ greatest: 0, different: 0 });
    }));

  it("all 130 tiles, decoded by jpeg-js, differ by at most 2 grey levels", () =>
    withSlide(path, async (slide) => {
      const { columns, rows } = tileGridOf(slide.levels[0]!);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          const { bytes, mediaType } = await slide.readTile(0, x, y);
          expect(mediaType).toBe("image/jpeg");
          const other = jpeg.decode(bytes, { useTArray: true, formatAsRGBA: false, colorTransform: false });
          expect(compareSamples(other.data, (await decodePicture(bytes)).samples).greatest).toBeLessThanOrEqual(2);
        }
      }
    }));

  it("an inner tile contains the file's own entropy-coded bytes", () =>
    withSlide(path, async (slide) => {
      const file = await readFile(path);
      const { offsets, byteCounts } = slide.directory!.levels[0]!.picture;
      const [offset, length] = [file.readUInt32LE(offsets.position + 4), file.readUInt32LE(byteCounts.position + 4)];
      const { bytes } = await slide.readTile(0, 1, 0);
      expect(bytes.subarray(-(length - 2)).equals(file.subarray(offset + 2, offset + length))).toBe(true);
    }));

  for (const [name, page, mediaType] of [
    ["thumbnail", 1, "image/jpeg"],
    ["label", 2, "image/png"],
    ["macro", 3, "image/jpeg"],
  ] as const) {
    it(`the ${name} equals libtiff's pixels`, () =>
      withSlide(path, async (slide) => {
        const image = await slide.readAssociatedImage(name);
        expect(image.mediaType).toBe(mediaType);
        const { samples } = await decodePicture(image.bytes);
        expect(compareSamples(samples, await decodedByLibtiff(path, page))).toEqual({ greatest: 0, different: 0 });
      }));
  }

  it("a thumbnail of 256 px looks like the reduced image", () =>
    withSlide(path, async (slide) => {
      const thumbnail = await decodePicture((await thumbnailOf(slide, 256)).bytes);
      const expected = await sharp(path, { page: 0 }).resize(thumbnail.width, thumbnail.height).raw().toBuffer();
      expect([thumbnail.width, thumbnail.height]).toEqual([192, 256]);
      const sum = thumbnail.samples.reduce((total, sample, i) => total + Math.abs(sample - expected[i]!), 0);
      expect(sum / thumbnail.samples.length).toBeLessThan(6);
    }));

  it("opens again from its directory as JSON, and shows the same tiles", () =>
    withSlide(path, async (slide) => {
      const json = JSON.stringify(slide.directory);
      expect(json.length).toBeLessThan(8000);
      const again = await openSlideFile(path, { directory: JSON.parse(json) });
      for (const [x, y] of [
        [0, 0],
        [9, 12],
      ] as const) {
        expect((await again.readTile(0, x, y)).bytes.equals((await slide.readTile(0, x, y)).bytes)).toBe(true);
      }
      await again.close();
    }));

  it("has no tile beyond its grid, and no other associated image", () =>
    withSlide(path, async (slide) => {
      for (const [level, x, y] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 10, 0],
        [0, 0, 13],
        [0, -1, 0],
        [0, 0.5, 0],
        [0, Number.NaN, 0],
      ] as const) {
        await expect(slide.readTile(level, x, y)).rejects.toThrow(RangeError);
      }
    }));

  it("stops if the signal is aborted", () =>
    withSlide(path, async (slide) => {
      await expect(slide.readTile(0, 0, 0, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
    }));
});

describeSharedFile("wsi/boxes.tiff", (path) => {
  it("has levels 1, 2, 4 and 8, of sizes rounded down", () =>
    withSlide(path, async ({ levels }) => {
      expect(levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
        [300, 250, 1],
        [150, 125, 2],
        [75, 62, 4],
        [37, 31, 8],
      ]);
    }));

  it("has no pixel size: 72 per inch is a print resolution", () =>
    withSlide(path, async ({ pixelSizeUm }) => {
      expect(pixelSizeUm).toBeNull();
    }));

  it("level 0 is boxes.png, difference 0", () =>
    withSlide(path, async (slide) => {
      const png = await sharp(sharedDataPath("wsi/boxes.png"), { ignoreIcc: true })
        .removeAlpha()
        .toColourspace("srgb")
        .raw()
        .toBuffer();
      expect(compareSamples((await assembleLevel(slide, 0)).samples, png)).toEqual({ greatest: 0, different: 0 });
    }));

  for (const level of [0, 1, 2, 3]) {
    it(`level ${level} equals libtiff's pixels`, () =>
      withSlide(path, async (slide) => {
        const { samples } = await assembleLevel(slide, level);
        expect(compareSamples(samples, await decodedByLibtiff(path, level))).toEqual({ greatest: 0, different: 0 });
      }));
  }
});

describeSharedFile("histology/OS-2-ndpi.ome.tif", (path) => {
  it("is tagged RGB but contains YCbCr with JFIF: the tile's own marker takes precedence", () =>
    withSlide(path, async (slide) => {
      expect(slide.directory!.levels[0]!.picture.photometric).toBe(2);
      const { samples } = await assembleLevel(slide, 0);
      // Haematoxylin and DAB on white: bright, and neither pink nor green overall.
      const mean = [0, 1, 2].map(
        (channel) =>
          samples.reduce((sum, sample, i) => (i % 3 === channel ? sum + sample : sum), 0) / (samples.length / 3),
      );
      expect(Math.min(...mean)).toBeGreaterThan(150);
      expect(Math.max(...mean) - Math.min(...mean)).toBeLessThan(40);
    }));

  it("is an OME-TIFF of one level and 0.2271 µm per pixel", () =>
    withSlide(path, async ({ pixelSizeUm, format, planes, levels }) => {
      expect([format, planes, levels.length]).toEqual(["ome-tiff", null, 1]);
      expect(pixelSizeUm!.x).toBeCloseTo(0.227097, 5);
      expect(pixelSizeUm!.y).toBeCloseTo(0.227102, 5);
    }));
});

for (const [file, orientationDeg] of [
  ["wsi/test_orient0.tif", 0],
  ["wsi/test_orient1.tif", 0],
  ["wsi/test_orient3.tif", 180],
  ["wsi/test_orient6.tif", 90],
] as const) {
  describeSharedFile(file, (path) => {
    it(`is rotated by ${orientationDeg} degrees, has three levels and libtiff's pixels`, () =>
      withSlide(path, async (slide) => {
        expect(slide.orientationDeg).toBe(orientationDeg);
        expect(slide.levels.map(({ downsample }) => downsample)).toEqual([1, 2, 4]);
        const { samples } = await assembleLevel(slide, 0);
        const expected = await decodedByLibtiff(path, 0);
        expect(compareSamples(samples, expected)).toEqual({ greatest: 0, different: 0 });
      }));

    it("has an upright thumbnail", () =>
      withSlide(path, async (slide) => {
        const { width, height } = await decodePicture((await thumbnailOf(slide, 90)).bytes);
        expect([width, height]).toEqual(orientationDeg === 90 ? [90, 60] : [60, 90]);
      }));
  });
}

describeSharedFile("wsi/small.svs", (path) => {
  it("is one tile of 64 px cropped to 16 x 16, with a thumbnail and no label or macro", () =>
    withSlide(path, async (slide) => {
      const tile = await decodePicture((await slide.readTile(0, 0, 0)).bytes);
      expect([tile.width, tile.height]).toEqual([16, 16]);
      expect(slide.associatedImages.map(({ name }) => name)).toEqual(["thumbnail"]);
      await expect(slide.readAssociatedImage("label")).rejects.toThrow(RangeError);
      expect(compareSamples(tile.samples, await decodedByLibtiff(path, 0)).greatest).toBe(0);
    }));
});

describeSharedFile("wsi/unreadable.svs", (path) => {
  it("opens, but is rejected by the probe", async () => {
    expect(await reasonOf(path)).toBe("damaged");
  });
});

describe("images that are converted first", () => {
  for (const [file, expected] of [
    ["wsi/grey10kx5k.tif", { mediaType: "image/tiff", width: 10_000, height: 5000, orientation: 1, pixelSizeUm: null }],
    ["wsi/smalltif.tif", { mediaType: "image/tiff", width: 640, height: 480, page: 0 }],
    ["wsi/test_orient4.tif", { mediaType: "image/tiff", orientation: 4 }],
    ["wsi/test_orient5.tif", { mediaType: "image/tiff", orientation: 5 }],
    ["tiles/tif-rotated.tif", { mediaType: "image/tiff", width: 64, height: 56, orientation: 6 }],
    ["wsi/cells.ome.tif", { mediaType: "image/tiff", width: 93, height: 131, pixelSizeUm: { x: 0.25, y: 0.25 } }],
    ["wsi/boxes.png", { mediaType: "image/png", width: 300, height: 250 }],
    ["histology/stardist_histo.jpg", { mediaType: "image/jpeg", width: 500, height: 300 }],
  ] as const) {
    describeSharedFile(file, (path) => {
      it("is convertible, but not yet a slide", async () => {
        expect(await probeSlideFile(path)).toMatchObject({ kind: "convertible", ...expected });
        await expect(openSlideFile(path)).rejects.toThrow("must be converted");
      });
    });
  }
});
