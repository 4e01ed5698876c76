/**
 * Small TIFF files built here: every supported layout, compression and byte order.
 */
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateSync, zstdCompress } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePicture, type RawPicture } from "./codec/raw-picture.ts";
import { openSlideFile } from "./open-slide-file.ts";
import { assembleLevel } from "./testing/assemble-level.ts";
import { buildTiff, type FieldValue, type PageSpec } from "./testing/build-tiff.ts";
import { buildPicture, compareSamples, partOf } from "./testing/pictures.ts";
import { rawPage, temporarySlideFiles, tilesOf } from "./testing/slide-files.ts";
import { thumbnailOf } from "./thumbnail-of.ts";
import { TAG } from "./tiff/tiff-fields.ts";

const { fileOf, probeSlide } = temporarySlideFiles();

function differences({ samples, width, channels }: RawPicture): Buffer {
  const result = Buffer.from(samples);
  for (let at = samples.length - 1; at >= 0; at--) {
    if (at % (width * channels) >= channels) result[at] = samples[at]! - samples[at - channels]!;
  }
  return result;
}

const zstd = promisify(zstdCompress);
const picture = buildPicture(150, 110);
const grey = buildPicture(150, 110, 1);

describe("losslessly stored tiles", () => {
  for (const isBigTiff of [false, true]) {
    for (const isBigEndian of [false, true]) {
      it(`${isBigTiff ? "BigTIFF" : "TIFF"}, ${isBigEndian ? "big" : "little"} endian, not compressed`, async () => {
        const slide = await probeSlide(buildTiff({ isBigTiff, isBigEndian, pages: [rawPage(picture)] }));
        const tile = await slide.readTile(0, 2, 2);
        expect(tile.mediaType).toBe("image/png");
        const { width, height } = await decodePicture(tile.bytes);
        expect([width, height]).toEqual([22, 14]);
        expect(compareSamples((await assembleLevel(slide, 0)).samples, picture.samples).different).toBe(0);
      });
    }
  }

  const compressions: [name: string, compression: number, pack: (bytes: Buffer) => Buffer | Promise<Buffer>][] = [
    ["Deflate", 8, (bytes) => deflateSync(bytes)],
    ["old Deflate", 32946, (bytes) => deflateSync(bytes)],
    ["Zstandard", 50000, (bytes) => zstd(bytes)],
  ];
  for (const [name, compression, pack] of compressions) {
    for (const predictor of [1, 2]) {
      for (const source of [picture, grey]) {
        it(`${name}, predictor ${predictor}, ${source.channels === 1 ? "grey" : "colour"}`, async () => {
          const prepare = (tile: RawPicture) => pack(predictor === 2 ? differences(tile) : tile.samples);
          const segments = await Promise.all(tilesOf(source).map(prepare));
          const fields = { [TAG.predictor]: { type: 3, values: [predictor] } } as const;
          const slide = await probeSlide(buildTiff({ pages: [rawPage(source, { compression, segments, fields })] }));
          const expected =
            source.channels === 3 ? source.samples : Buffer.from([...source.samples].flatMap((v) => [v, v, v]));
          expect(compareSamples((await assembleLevel(slide, 0)).samples, expected).different).toBe(0);
        });
      }
    }
  }

  it("LZW written by libtiff, predictor 2", async () => {
    const { width, height, samples } = picture;
    const bytes = await sharp(samples, { raw: { width, height, channels: 3 } })
      .tiff({ compression: "lzw", predictor: "horizontal", tile: true, tileWidth: 64, tileHeight: 64 })
      .toBuffer();
    const slide = await probeSlide(bytes);
    expect(slide.directory!.levels[0]!.picture).toMatchObject({ compression: 5, predictor: 2 });
    expect(compareSamples((await assembleLevel(slide, 0)).samples, samples).different).toBe(0);
  });

  it("a palette", async () => {
    const map = Array.from({ length: 768 }, (_, i) => ((i * 37) % 256) * 256 + 9);
    const page = rawPage(grey, { photometric: 3, fields: { [TAG.colourMap]: { type: 3, values: map } } });
    const slide = await probeSlide(buildTiff({ isBigEndian: true, pages: [page] }));
    const expected = Buffer.from([...grey.samples].flatMap((v) => [0, 256, 512].map((plane) => map[plane + v]! >> 8)));
    expect(compareSamples((await assembleLevel(slide, 0)).samples, expected).different).toBe(0);
  });

  it("a tile missing in the file is white", async () => {
    const page = rawPage(picture);
    const segments = page.segments.map((segment, index) => (index === 4 ? Buffer.alloc(0) : segment));
    const slide = await probeSlide(buildTiff({ pages: [{ ...page, segments }] }));
    const { samples, width, height } = await decodePicture((await slide.readTile(0, 1, 1)).bytes);
    expect([width, height, Math.min(...samples)]).toEqual([64, 48, 255]);
  });
});

describe("JPEG tiles", () => {
  async function jpegPage(
    more: Partial<PageSpec>,
    options: { chromaSubsampling?: string; progressive?: boolean } = {},
  ) {
    const segments = await Promise.all(
      tilesOf(picture).map(({ samples, width, height }) =>
        sharp(samples, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 95, chromaSubsampling: "4:4:4", ...options })
          .toBuffer(),
      ),
    );
    return { page: rawPage(picture, { compression: 7, photometric: 6, segments, ...more }), segments };
  }

  it("an inner tile is passed through unchanged, one at the edge is cropped without loss", async () => {
    const { page, segments } = await jpegPage({});
    const slide = await probeSlide(buildTiff({ pages: [page] }));
    expect((await slide.readTile(0, 0, 0)).bytes.equals(segments[0]!)).toBe(true);
    const edge = await decodePicture((await slide.readTile(0, 2, 2)).bytes);
    const whole = await decodePicture(segments[8]!);
    expect([edge.width, edge.height]).toEqual([22, 14]);
    expect(compareSamples(edge.samples, partOf(whole, 0, 0, 22, 14).samples).greatest).toBe(0);
  });

  it("a progressive tile at the edge is decoded, cropped and re-encoded", async () => {
    const { page, segments } = await jpegPage({}, { progressive: true });
    const slide = await probeSlide(buildTiff({ pages: [page] }));
    const edge = await decodePicture((await slide.readTile(0, 2, 0)).bytes);
    const whole = await decodePicture(segments[2]!);
    expect([edge.width, edge.height]).toEqual([22, 48]);
    expect(compareSamples(edge.samples, partOf(whole, 0, 0, 22, 48).samples).greatest).toBeLessThan(16);
  });

  it("are decoded as RGB only if photometric states it and no subsampling contradicts it", async () => {
    const marker = Buffer.from("Adobe");
    const cases: [photometric: number, chromaSubsampling: string, isMarked: boolean][] = [
      [2, "4:4:4", true],
      [2, "4:2:0", false],
      [6, "4:4:4", false],
      [6, "4:2:0", false],
    ];
    for (const [photometric, chromaSubsampling, isMarked] of cases) {
      const { page } = await jpegPage({ photometric }, { chromaSubsampling });
      const { bytes } = await (await probeSlide(buildTiff({ pages: [page] }))).readTile(0, 0, 0);
      expect([photometric, chromaSubsampling, bytes.includes(marker)]).toEqual([
        photometric,
        chromaSubsampling,
        isMarked,
      ]);
    }
  });
});

describe("levels", () => {
  const half = buildPicture(75, 55);
  const resolution = (perUnit: number, unit: number): Record<number, FieldValue> => ({
    [TAG.xResolution]: { type: 5, values: [[perUnit, 1]] },
    [TAG.yResolution]: { type: 5, values: [[perUnit, 1]] },
    [TAG.resolutionUnit]: { type: 3, values: [unit] },
  });

  it("are found in the chain and below the base, but not among images of another shape", async () => {
    const quarter = buildPicture(38, 28);
    const page = rawPage(picture, { subPages: [rawPage(half)] });
    const pages = [page, rawPage(buildPicture(100, 20)), rawPage(quarter), rawPage(picture)];
    const slide = await probeSlide(buildTiff({ isBigTiff: true, pages }));
    expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual([
      [150, 1],
      [75, 2],
      [38, 4],
    ]);
    expect(compareSamples((await assembleLevel(slide, 1)).samples, half.samples).different).toBe(0);
  });

  it("detects a label and a macro by their description", async () => {
    const label = buildPicture(40, 30);
    const strip = { width: 40, height: 30, segments: [label.samples], description: "label" };
    const slide = await probeSlide(buildTiff({ pages: [rawPage(picture), strip] }));
    expect(slide.associatedImages).toEqual([{ name: "label", width: 40, height: 30 }]);
    const read = await decodePicture((await slide.readAssociatedImage("label")).bytes);
    expect(compareSamples(read.samples, label.samples).different).toBe(0);
  });

  it("a description in Aperio's format supplements the tags", async () => {
    const slide = await probeSlide(
      buildTiff({ pages: [rawPage(picture, { description: "Parfocal|MPP = 0.5|AppMag = 20" })] }),
    );
    expect([slide.format, slide.pixelSizeUm, slide.objectivePower]).toEqual(["tiff", { x: 0.5, y: 0.5 }, 20]);
  });

  const sizes: [perUnit: number, unit: number, expectedUm: number | null][] = [
    [40_000, 3, 0.25],
    [50_800, 2, 0.5],
    [72, 2, null],
    [40_000, 1, null],
    [0, 3, null],
  ];
  for (const [perUnit, unit, expectedUm] of sizes) {
    it(`${perUnit} pixels in unit ${unit}: ${expectedUm} µm per pixel`, async () => {
      const slide = await probeSlide(buildTiff({ pages: [rawPage(picture, { fields: resolution(perUnit, unit) })] }));
      expect(slide.pixelSizeUm).toEqual(expectedUm === null ? null : { x: expectedUm, y: expectedUm });
    });
  }
});

describe("an Aperio description", () => {
  it("provides pixel size, magnification and image names, each of which may be missing", async () => {
    const small = (name: string, subfile: number): PageSpec => ({
      width: 40,
      height: 30,
      segments: [buildPicture(40, 30).samples],
      description: `Aperio Image Library v1\r\n${name}`,
      fields: { [TAG.newSubfileType]: { type: 4, values: [subfile] } },
    });
    const base = (text: string) => rawPage(picture, { description: `Aperio Image Library v1\r\n150x110${text}` });
    const full = await probeSlide(
      buildTiff({
        pages: [
          base("|AppMag = 40|MPP = 0,2525|Date = 1/2/03"),
          small("40x30 -> 40x30 - |", 0),
          small("", 1),
          small("macro 40x30", 9),
        ],
      }),
    );
    expect(full.format).toBe("svs");
    expect([full.pixelSizeUm, full.objectivePower]).toEqual([{ x: 0.2525, y: 0.2525 }, 40]);
    expect(full.associatedImages.map(({ name }) => name)).toEqual(["thumbnail", "label", "macro"]);
    const bare = await probeSlide(buildTiff({ pages: [base("|MPP = unknown|AppMag =")] }));
    expect([bare.pixelSizeUm, bare.objectivePower, bare.associatedImages]).toEqual([null, null, []]);
  });
});

describe("files of more than 4 GiB", () => {
  const FAR = 5 * 2 ** 30;

  /** A sparse file: only written parts use space. */
  async function sparseFile(start: Uint8Array, far: Uint8Array): Promise<string> {
    const path = await fileOf(start);
    const file = await open(path, "r+");
    await file.write(far, 0, far.length, FAR);
    await file.close();
    return path;
  }

  it("reads a tile beyond 4 GiB", async () => {
    const small = buildPicture(64, 48);
    const fields = { [TAG.tileOffsets]: { type: 16, values: [FAR] } } as const;
    const path = await sparseFile(buildTiff({ isBigTiff: true, pages: [rawPage(small, { fields })] }), small.samples);
    const slide = await openSlideFile(path);
    expect(compareSamples((await assembleLevel(slide, 0)).samples, small.samples).different).toBe(0);
    await slide.close();
  });
});

describe("thumbnailOf", () => {
  const tile = { width: 16, height: 16 };
  const big = buildPicture(16 * 33, 16 * 33);
  const own = { width: 66, height: 66, channels: 3, samples: Buffer.alloc(66 * 66 * 3, 40) } as const;
  const page = { ...rawPage(big), tile, segments: tilesOf(big, tile).map(({ samples }) => samples) };
  const thumbnail = { width: 66, height: 66, segments: [own.samples], description: "thumbnail" };

  it("of a slide with many tiles and no small level is the one in the file", async () => {
    const slide = await probeSlide(buildTiff({ pages: [page, thumbnail] }));
    const { samples, width } = await decodePicture((await thumbnailOf(slide, 50)).bytes);
    expect([width, Math.max(...samples) - 40 < 3]).toEqual([50, true]);
  });

  it("is made from the tiles if the file has none, or if there are few tiles", async () => {
    const small = buildPicture(300, 200);
    const few = rawPage(small);
    for (const pages of [[page], [few, { ...thumbnail, height: 44, segments: [own.samples] }]]) {
      const { samples } = await decodePicture((await thumbnailOf(await probeSlide(buildTiff({ pages })), 50)).bytes);
      expect(Math.max(...samples)).toBeGreaterThan(100);
    }
  });
});

describe("a closed slide", () => {
  it("finishes reads in progress, rejects new ones, and can be closed twice", async () => {
    const slide = await openSlideFile(await fileOf(buildTiff({ pages: [rawPage(picture)] })));
    const reading = slide.readTile(0, 0, 0);
    await Promise.all([slide.close(), slide.close()]);
    expect((await decodePicture((await reading).bytes)).width).toBe(64);
    await expect(slide.readTile(0, 0, 0)).rejects.toThrow("closed");
  });

  it("is not opened with the directory of another file", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    const slide = await openSlideFile(path);
    const stale = { ...slide.directory!, fileBytes: 1, levels: [] };
    const again = await openSlideFile(path, { directory: stale });
    expect(again.levels).toEqual(slide.levels);
    await Promise.all([slide.close(), again.close()]);
  });
});
