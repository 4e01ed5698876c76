import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { type PixelBand, writePyramid } from "./pyramid-writer.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-pyramid-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Smooth colours, which JPEG preserves well, different in every corner. */
function colourAt(x: number, y: number, width: number, height: number): [number, number, number] {
  return [
    Math.round((255 * x) / Math.max(width - 1, 1)),
    Math.round((255 * y) / Math.max(height - 1, 1)),
    Math.round(128 + 100 * Math.sin((x + y) / 60)),
  ];
}

async function* paintedBands(width: number, height: number, rowsPerBand: number): AsyncGenerator<PixelBand> {
  for (let top = 0; top < height; top += rowsPerBand) {
    const rows = Math.min(rowsPerBand, height - top);
    const rgb = new Uint8Array(width * rows * 3);
    for (let at = 0, row = 0; row < rows; row++) {
      for (let x = 0; x < width; x++, at += 3) rgb.set(colourAt(x, top + row, width, height), at);
    }
    yield { rows, rgb };
  }
}

/** The largest difference in grey levels between a page of the file and the painted image at its pixels. */
async function worstDifference(path: string, page: number, width: number, height: number): Promise<number> {
  const { data, info } = await sharp(path, { page }).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  const downsample = 2 ** page;
  let worst = 0;
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const sum = [0, 0, 0];
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        // The corners represent the pixel's area: the painting is smooth.
        const at = (step: number, index: number, side: number) =>
          Math.min(index * downsample + step * (downsample - 1), side - 1);
        colourAt(at(dx, x, width), at(dy, y, height), width, height).forEach((value, channel) => {
          sum[channel]! += value / 4;
        });
      }
      for (let channel = 0; channel < 3; channel++) {
        worst = Math.max(worst, Math.abs(data[(y * info.width + x) * 3 + channel]! - sum[channel]!));
      }
    }
  }
  return worst;
}

const cases: [width: number, height: number, rowsPerBand: number, sizes: [number, number][]][] = [
  [1, 1, 1, [[1, 1]]],
  [512, 512, 100, [[512, 512]]],
  [
    513,
    1,
    1,
    [
      [513, 1],
      [257, 1],
    ],
  ],
  [
    513,
    513,
    513,
    [
      [513, 513],
      [257, 257],
    ],
  ],
  [
    1025,
    700,
    16,
    [
      [1025, 700],
      [513, 350],
      [257, 175],
    ],
  ],
  [
    301,
    2051,
    1000,
    [
      [301, 2051],
      [151, 1026],
      [76, 513],
      [38, 257],
    ],
  ],
];

describe("writePyramid", () => {
  for (const [width, height, rowsPerBand, sizes] of cases) {
    it(`${width} x ${height} px in bands of ${rowsPerBand} becomes levels ${sizes.join(" > ")}`, async () => {
      const path = join(folder, `${width}x${height}.tif`);
      await writePyramid(path, paintedBands(width, height, rowsPerBand), { width, height, quality: 95 });
      const { pages = 1 } = await sharp(path).metadata();
      const read = await Promise.all(
        Array.from({ length: pages }, async (_, page) => {
          const { width, height } = await sharp(path, { page }).metadata();
          return [width, height];
        }),
      );
      expect(read).toEqual(sizes);
      for (let page = 0; page < pages; page++)
        expect(await worstDifference(path, page, width, height)).toBeLessThan(12);
    });
  }

  it("a band's memory can be reused", async () => {
    const [width, height] = [600, 600];
    async function* inOneMemory() {
      const memory = new Uint8Array(width * 100 * 3);
      for await (const { rows, rgb } of paintedBands(width, height, 100)) {
        memory.set(rgb);
        yield { rows, rgb: memory };
        memory.fill(0);
      }
    }
    const path = join(folder, "memory.tif");
    await writePyramid(path, inOneMemory(), { width, height, quality: 95 });
    expect(await worstDifference(path, 0, width, height)).toBeLessThan(12);
  });

  it("states pixel size, magnification and origin, and marks each tile as JFIF", async () => {
    const path = join(folder, "facts.tif");
    await writePyramid(path, paintedBands(600, 300, 300), {
      width: 600,
      height: 300,
      pixelSizeUm: { x: 0.25, y: 0.5 },
      objectivePower: 40,
      description: "Drawn by hand | by a bar\n",
    });
    const slide = await openSlideFile(path);
    expect(slide.pixelSizeUm).toEqual({ x: 0.25, y: 0.5 });
    expect(slide.objectivePower).toBe(40);
    expect(slide.properties["tiff.ImageDescription"]).toBe("Drawn by hand   by a bar |MPP = 0.375|AppMag = 40");
    expect(slide.levels.map(({ downsample }) => downsample)).toEqual([1, 2]);
    await slide.close();
    const file = await readFile(path);
    const jfif = Buffer.from("ffd8ffe000104a46494600", "hex");
    let tiles = 0;
    for (let at = file.indexOf(jfif); at >= 0; at = file.indexOf(jfif, at + 1)) tiles += 1;
    expect(tiles).toBe(2 + 1);
  });

  it("states no pixel size if it is unknown", async () => {
    const path = join(folder, "no-size.tif");
    await writePyramid(path, paintedBands(20, 20, 20), { width: 20, height: 20 });
    const slide = await openSlideFile(path);
    expect(slide.pixelSizeUm).toBeNull();
    expect(slide.properties["tiff.ImageDescription"]).toBe("Parfocal");
    await slide.close();
  });

  it("progress never decreases and reaches 1 once", async () => {
    const seen: number[] = [];
    await writePyramid(join(folder, "progress.tif"), paintedBands(100, 1000, 250), {
      width: 100,
      height: 1000,
      onProgress: (done) => seen.push(done),
    });
    expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
  });

  const failures: [what: string, write: (path: string) => Promise<void>, error: RegExp][] = [
    [
      "too few rows",
      (path) => writePyramid(path, paintedBands(600, 599, 100), { width: 600, height: 600 }),
      /599 rows came, 600 were due/,
    ],
    [
      "too many rows",
      (path) => writePyramid(path, paintedBands(600, 601, 100), { width: 600, height: 600 }),
      /more than 600 rows/,
    ],
    [
      "a band that is too short",
      (path) => writePyramid(path, paintedBands(599, 600, 100), { width: 600, height: 600 }),
      /need \d+ bytes/,
    ],
    [
      "a tile size that TIFF does not allow",
      (path) => writePyramid(path, paintedBands(9, 9, 9), { width: 9, height: 9, tileSize: 500 }),
      /multiple of 16/,
    ],
    ["no pixels", (path) => writePyramid(path, paintedBands(0, 0, 1), { width: 0, height: 0 }), /side of 0 px/],
    [
      "a source that fails",
      (path) => {
        async function* failing() {
          yield* paintedBands(600, 512, 512);
          throw new Error("out of paint");
        }
        return writePyramid(path, failing(), { width: 600, height: 600 });
      },
      /out of paint/,
    ],
    [
      "an abort",
      (path) => {
        const controller = new AbortController();
        const onProgress = () => controller.abort(new Error("nobody waits"));
        return writePyramid(path, paintedBands(600, 2000, 512), {
          width: 600,
          height: 2000,
          signal: controller.signal,
          onProgress,
        });
      },
      /nobody waits/,
    ],
  ];
  for (const [what, write, error] of failures) {
    it(`${what}: rejects and leaves no file`, async () => {
      const path = join(folder, "failed.tif");
      await expect(write(path)).rejects.toThrow(error);
      expect(existsSync(path)).toBe(false);
    });
  }
});
