import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { withExtraLevels } from "../pyramid/extra-levels.ts";
import { SlideFileError, type SlideLevel, type SlideSource } from "../slide-source.ts";
import { describeSharedFile } from "../testing/shared-data.ts";
import { completeLevels } from "./complete-levels.ts";

const TILE_PX = 256;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-levels-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The colour at a full-resolution pixel: smooth, and different everywhere. */
function colourAt(x: number, y: number, { width, height }: { width: number; height: number }): number[] {
  return [40 + (200 * x) / width, 40 + (200 * y) / height, 128 + 80 * Math.sin((x + y) / 400)];
}

/** A slide without a file: its tiles are PNG, cropped at the edges, painted on request. */
function paintedSlide(sizes: [width: number, height: number][]): SlideSource & { closed: number } {
  const [width, height] = sizes[0]!;
  const levels = sizes.map(([levelWidth, levelHeight]): SlideLevel => {
    const downsample = width / levelWidth;
    return { width: levelWidth, height: levelHeight, tileWidth: TILE_PX, tileHeight: TILE_PX, downsample };
  });
  return {
    format: "tiff",
    width,
    height,
    levels,
    pixelSizeUm: { x: 0.25, y: 0.25 },
    objectivePower: 40,
    orientationDeg: 0,
    associatedImages: [],
    planes: null,
    isRecoding: false,
    properties: { painter: "a test" },
    closed: 0,
    async readTile(index, column, row) {
      const level = levels[index]!;
      const tile = {
        width: Math.min(TILE_PX, level.width - column * TILE_PX),
        height: Math.min(TILE_PX, level.height - row * TILE_PX),
      };
      const rgb = Buffer.alloc(tile.width * tile.height * 3);
      for (let at = 0; at < rgb.length; at += 3) {
        const x = column * TILE_PX + ((at / 3) % tile.width);
        const y = row * TILE_PX + Math.floor(at / 3 / tile.width);
        rgb.set(colourAt((x + 0.5) * level.downsample, (y + 0.5) * level.downsample, { width, height }), at);
      }
      const bytes = await sharp(rgb, { raw: { ...tile, channels: 3 } })
        .png({ compressionLevel: 1 })
        .toBuffer();
      return { bytes, mediaType: "image/png" };
    },
    async readAssociatedImage() {
      throw new RangeError("there is none");
    },
    async close() {
      this.closed += 1;
    },
  };
}

/** The largest difference in grey levels between a tile and the painting. */
async function worstDifference(slide: SlideSource, index: number, column: number, row: number): Promise<number> {
  const level = slide.levels[index]!;
  const { bytes } = await slide.readTile(index, column, row);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  let worst = 0;
  for (let at = 0; at < data.length; at += 3) {
    const x = column * level.tileWidth + ((at / 3) % info.width);
    const y = row * level.tileHeight + Math.floor(at / 3 / info.width);
    if (x >= level.width || y >= level.height) continue;
    const expected = colourAt((x + 0.5) * level.downsample, (y + 0.5) * level.downsample, slide);
    for (const [channel, value] of expected.entries()) worst = Math.max(worst, Math.abs(data[at + channel]! - value));
  }
  return worst;
}

const cases: [what: string, sizes: [number, number][], completed: [width: number, downsample: number][]][] = [
  [
    "one level",
    [[2101, 1503]],
    [
      [2101, 1],
      [1051, 2],
      [526, 4],
      [263, 8],
    ],
  ],
  [
    "a gap of 16",
    [
      [4096, 1000],
      [256, 62],
    ],
    [
      [4096, 1],
      [2048, 2],
      [1024, 4],
      [512, 8],
      [256, 16],
    ],
  ],
];

describe("completeLevels", () => {
  for (const [what, sizes, completed] of cases) {
    it(`${what}: the slide has all levels afterwards, each showing the same image`, async () => {
      const path = join(folder, `${sizes[0]![0]}.tif`);
      const source = paintedSlide(sizes);
      const seen: number[] = [];
      expect(await completeLevels(source, path, { onProgress: (done) => seen.push(done) })).toBe(true);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(seen.filter((done) => done === 1)).toHaveLength(1);

      const slide = withExtraLevels(source, await openSlideFile(path));
      expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual(completed);
      for (const [index, level] of slide.levels.entries()) {
        const last = [
          Math.ceil(level.width / level.tileWidth) - 1,
          Math.ceil(level.height / level.tileHeight) - 1,
        ] as const;
        expect(await worstDifference(slide, index, 0, 0)).toBeLessThan(8);
        expect(await worstDifference(slide, index, ...last)).toBeLessThan(8);
      }
      expect(slide).toMatchObject({ objectivePower: 40, pixelSizeUm: { x: 0.25 }, properties: { painter: "a test" } });
      await expect(slide.readTile(slide.levels.length, 0, 0)).rejects.toThrow(RangeError);
      await slide.close();
      expect(source.closed).toBe(1);
    });
  }

  it("the file of extra levels states their own pixel size", async () => {
    const path = join(folder, "size.tif");
    await completeLevels(paintedSlide([[1100, 1100]]), path);
    const extra = await openSlideFile(path);
    expect(extra.pixelSizeUm).toEqual({ x: 0.5, y: 0.5 });
    await extra.close();
  });

  it("a complete slide gets no file", async () => {
    const path = join(folder, "none.tif");
    expect(await completeLevels(paintedSlide([[1000, 900]]), path)).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  const failures: [what: string, readTile: SlideSource["readTile"], error: object][] = [
    [
      "a tile that is not an image",
      async () => ({ bytes: Buffer.from("nothing"), mediaType: "image/jpeg" }),
      { name: "SlideFileError", reason: "damaged" },
    ],
    [
      "a tile that is too small",
      async () => ({
        bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
        mediaType: "image/png",
      }),
      { name: "SlideFileError", reason: "damaged" },
    ],
    [
      "a tile that cannot be read",
      async () => {
        throw new SlideFileError("truncated", "The file ends too early.");
      },
      { name: "SlideFileError", reason: "truncated" },
    ],
  ];
  for (const [what, readTile, error] of failures) {
    it(`${what}: rejects and leaves no file`, async () => {
      const path = join(folder, "failed.tif");
      await expect(completeLevels({ ...paintedSlide([[2000, 2000]]), readTile }, path)).rejects.toMatchObject(error);
      expect(existsSync(path)).toBe(false);
    });
  }

  it("an abort: rejects and leaves no file", async () => {
    const path = join(folder, "aborted.tif");
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const completing = completeLevels(paintedSlide([[2000, 2000]]), path, { signal: controller.signal, onProgress });
    await expect(completing).rejects.toMatchObject({ name: "AbortError" });
    expect(existsSync(path)).toBe(false);
  });
});

describeSharedFile("wsi/CMU-1-Small-Region.svs", (svs) => {
  it("gets the levels below its only one, in the right colours", async () => {
    const path = join(folder, "cmu.tif");
    const source = await openSlideFile(svs);
    await completeLevels(source, path);
    const slide = withExtraLevels(source, await openSlideFile(path));
    expect(slide.levels.map(({ width, height }) => [width, height])).toEqual([
      [2220, 2967],
      [1110, 1484],
      [555, 742],
      [278, 371],
    ]);
    const { bytes } = await slide.readTile(3, 0, 0);
    const tile = await sharp(bytes).extract({ left: 0, top: 0, width: 277, height: 370 }).stats();
    const { data } = await sharp(svs, { page: 0 })
      .resize(277, 370, { fit: "fill" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const expected = await sharp(data, { raw: { width: 277, height: 370, channels: 3 } }).stats();
    for (const [channel, { mean }] of tile.channels.entries()) {
      expect(Math.abs(mean - expected.channels[channel]!.mean)).toBeLessThan(2);
    }
    await slide.close();
  });
});
