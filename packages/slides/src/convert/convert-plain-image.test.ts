import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { convertMany } from "../testing/convert-many.ts";
import { convertPlainImage } from "./convert-plain-image.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-plain-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A gradient with a darker upper left quarter, so that every rotation and mirroring is visible. */
function drawn(width: number, height: number): Sharp {
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const dark = x < width / 2 && y < height / 2 ? 0.4 : 1;
      rgb[at] = dark * (80 + (150 * x) / width);
      rgb[at + 1] = dark * (80 + (150 * y) / height);
      rgb[at + 2] = dark * 200;
    }
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

async function pixelsOf(picture: Sharp): Promise<{ data: Buffer; size: [number, number] }> {
  const { data, info } = await picture
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return { data, size: [info.width, info.height] };
}

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

let made = 0;
function newPath(extension: string): string {
  made += 1;
  return join(folder, `${made}.${extension}`);
}

/** The child process that may read this file, once it is Node. */
async function pidOfProcessOn(path: string): Promise<number> {
  for (;;) {
    for (const name of await readdir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const [program = "", ...parameters] = (await readFile(`/proc/${name}/cmdline`, "latin1").catch(() => "")).split(
        "\0",
      );
      if (program.endsWith("node") && parameters.includes(`--allow-fs-read=${path}`)) return Number(name);
    }
    await sleep(5);
  }
}

async function converted(picture: Sharp, extension: string): Promise<{ input: string; output: string }> {
  const [input, output] = [newPath(extension), newPath("tif")];
  await picture.toFile(input);
  await convertPlainImage(input, output);
  return { input, output };
}

const kinds: [what: string, extension: string, encode: (picture: Sharp) => Sharp][] = [
  ["a JPEG", "jpg", (picture) => picture.jpeg({ quality: 95 })],
  ["a progressive JPEG", "jpg", (picture) => picture.jpeg({ quality: 95, progressive: true })],
  ["a CMYK JPEG", "jpg", (picture) => picture.toColourspace("cmyk").jpeg({ quality: 95 })],
  ["a grey JPEG", "jpg", (picture) => picture.greyscale().jpeg({ quality: 95 })],
  ["a PNG", "png", (picture) => picture.png()],
  ["an interlaced PNG", "png", (picture) => picture.png({ progressive: true })],
  ["a palette PNG", "png", (picture) => picture.png({ palette: true, colours: 64 })],
  ["a PNG of 16-bit colour", "png", (picture) => picture.toColourspace("rgb16").png()],
  ["a half transparent PNG", "png", (picture) => picture.ensureAlpha(0.5).png()],
  ["a WebP", "webp", (picture) => picture.webp({ quality: 95 })],
  ["a WebP without loss, half transparent", "webp", (picture) => picture.ensureAlpha(0.5).webp({ lossless: true })],
  ["a WebP with a wide-gamut profile", "webp", (picture) => picture.withIccProfile("p3").webp({ lossless: true })],
  ["a TIFF in strips", "tif", (picture) => picture.tiff({ compression: "lzw" })],
  [
    "a TIFF of 1 bit",
    "tif",
    (picture) =>
      picture.greyscale().threshold(100).toColourspace("b-w").tiff({ bitdepth: 1, compression: "ccittfax4" }),
  ],
  ["an image with a wide-gamut colour profile", "png", (picture) => picture.withIccProfile("p3").png()],
];

// Each starts a process with the lowest priority.
describe("convertPlainImage", { timeout: 60_000 }, () => {
  describe("of many images in one process", () => {
    const upright = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
      ["jpg", "tif", "webp"].map((extension) => ({ orientation, extension })),
    );
    const inputs: string[] = [];
    const outputs: string[] = [];
    let failures: readonly (string | null)[] = [];
    beforeAll(async () => {
      for (const { extension, picture } of [
        ...kinds.map(([, extension, encode]) => ({ extension, picture: encode(drawn(700, 500)) })),
        ...upright.map(({ orientation, extension }) => ({
          extension,
          picture: drawn(90, 60).withMetadata({ orientation }),
        })),
      ]) {
        const input = newPath(extension);
        await picture.toFile(input);
        inputs.push(input);
        outputs.push(newPath("tif"));
      }
      failures = await convertMany(inputs.map((inputPath, index) => ({ inputPath, outputPath: outputs[index]! })));
    }, 60_000);

    for (const [index, [what]] of kinds.entries()) {
      it(`${what} becomes a pyramid that looks the same`, async () => {
        expect(failures[index]).toBeNull();
        const [source, result] = [await pixelsOf(sharp(inputs[index]!)), await pixelsOf(sharp(outputs[index]!))];
        expect(result.size).toEqual([700, 500]);
        expect(meanDifference(source.data, result.data)).toBeLessThan(2);
        const slide = await openSlideFile(outputs[index]!);
        expect(slide.levels.map(({ width, height }) => [width, height])).toEqual([
          [700, 500],
          [350, 250],
        ]);
        await slide.close();
      });
    }

    for (const [position, { orientation, extension }] of upright.entries()) {
      const index = kinds.length + position;
      it(`a .${extension} of orientation ${orientation} becomes upright`, async () => {
        expect(failures[index]).toBeNull();
        const [input, output] = [inputs[index]!, outputs[index]!];
        const [source, result] = [await pixelsOf(sharp(input).autoOrient()), await pixelsOf(sharp(output))];
        expect(result.size).toEqual(orientation < 5 ? [90, 60] : [60, 90]);
        expect(result.size).toEqual(source.size);
        expect(meanDifference(source.data, result.data)).toBeLessThan(3);
        expect((await sharp(output).metadata()).orientation).toBe(1);
        // A separate process has the same result.
        if (orientation !== 6) return;
        const alone = newPath("tif");
        await convertPlainImage(input, alone);
        expect((await readFile(alone)).equals(await readFile(output))).toBe(true);
      });
    }
  });

  it("16-bit grey is stretched from its minimum to its maximum", async () => {
    const grey = Uint16Array.from({ length: 256 * 64 }, (_, index) => 1000 + 10 * (index % 256));
    const { output } = await converted(
      sharp(grey, { raw: { width: 256, height: 64, channels: 1 } })
        .toColourspace("grey16")
        .png(),
      "png",
    );
    const { data } = await pixelsOf(sharp(output));
    const middleRow = [...data.subarray(32 * 256 * 3, 33 * 256 * 3)].filter((_, index) => index % 3 === 0);
    expect(Math.max(...middleRow.map((value, x) => Math.abs(value - x)))).toBeLessThan(4);
  });

  const resolutions: [what: string, pixelsPerMm: number, sizeUm: number | null][] = [
    ["0.25 µm per pixel is kept", 4000, 0.25],
    ["300 dpi is not a pixel size", 300 / 25.4, null],
  ];
  for (const [what, pixelsPerMm, sizeUm] of resolutions) {
    it(`the resolution of a TIFF: ${what}`, async () => {
      const { output } = await converted(
        drawn(60, 40).tiff({ xres: pixelsPerMm, yres: pixelsPerMm, resolutionUnit: "cm" }),
        "tif",
      );
      const slide = await openSlideFile(output);
      expect(slide.pixelSizeUm).toEqual(sizeUm && { x: sizeUm, y: sizeUm });
      await slide.close();
    });
  }

  it("uses the largest page of a TIFF, or the given one", async () => {
    const input = newPath("tif");
    const pages = [40, 90, 60].map((side) => ({
      width: side,
      height: side,
      samplesPerPixel: 1,
      photometric: 1,
      segments: [Buffer.alloc(side * side, 2 * side)],
    }));
    await writeFile(input, buildTiff({ pages }));
    for (const [page, side] of [
      [undefined, 90],
      [2, 60],
    ] as const) {
      const output = newPath("tif");
      await convertPlainImage(input, output, { page });
      const { data, size } = await pixelsOf(sharp(output));
      expect(size).toEqual([side, side]);
      expect(Math.abs(data[0]! - 2 * side)).toBeLessThan(3);
    }
  });

  it("progress never decreases and ends at 1", async () => {
    const [input, output] = [newPath("png"), newPath("tif")];
    await drawn(2500, 2000).png({ compressionLevel: 1 }).toFile(input);
    const seen: number[] = [];
    await convertPlainImage(input, output, { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(0)).toBeGreaterThan(0);
    expect(seen.at(-1)).toBe(1);
  });

  it("grey of 32-bit floating point is not clipped to 0 and 1", async () => {
    const [input, output] = [newPath("tif"), newPath("tif")];
    const heights = Float32Array.from({ length: 64 * 64 }, (_, index) => -20 + (index % 64));
    const fields = { 339: { type: 3, values: [3] } } as const;
    const page = { width: 64, height: 64, samplesPerPixel: 1, bitsPerSample: 32, photometric: 1, fields };
    await writeFile(input, buildTiff({ pages: [{ ...page, segments: [new Uint8Array(heights.buffer)] }] }));
    await convertPlainImage(input, output);
    const { data } = await pixelsOf(sharp(output));
    const greys = [0, 21, 42, 63].map((x) => data[(32 * 64 + x) * 3]!);
    for (const [step, grey] of greys.entries()) expect(Math.abs(grey - 85 * step)).toBeLessThan(5);
  });

  const rejected: [what: string, reason: string, make: (path: string) => Promise<unknown>][] = [
    ["a text file", "notASlide", (path) => writeFile(path, "This is not a picture.")],
    ["an empty file", "notASlide", (path) => writeFile(path, "")],
    ["only a signature", "damaged", (path) => writeFile(path, Buffer.from("89504e470d0a1a0a", "hex"))],
    [
      "an SVG, which libvips could open",
      "notASlide",
      (path) => writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    [
      "a JPEG cut off in the middle",
      "damaged",
      async (path) => {
        await drawn(1000, 800).jpeg({ quality: 95 }).toFile(path);
        await truncate(path, (await readFile(path)).length / 2);
      },
    ],
    [
      "a PNG cut off in the middle",
      "damaged",
      async (path) => {
        await drawn(1000, 800).png().toFile(path);
        await truncate(path, (await readFile(path)).length / 2);
      },
    ],
    [
      "colour of 32-bit samples",
      "unsupported",
      (path) => {
        const page = { width: 4, height: 4, samplesPerPixel: 3, bitsPerSample: 32, photometric: 2 };
        return writeFile(path, buildTiff({ pages: [{ ...page, segments: [Buffer.alloc(4 * 4 * 3 * 4)] }] }));
      },
    ],
    ...[4, 5].map((channels): [string, string, (path: string) => Promise<unknown>] => [
      `an image of ${channels} grey channels`,
      "unsupported",
      (path) => {
        const page = { width: 16, height: 16, samplesPerPixel: channels, photometric: 1 };
        return writeFile(path, buildTiff({ pages: [{ ...page, segments: [Buffer.alloc(16 * 16 * channels, 90)] }] }));
      },
    ]),
    [
      "a progressive JPEG that would have to be kept in memory completely",
      "tooLarge",
      async (path) => {
        const jpeg = await drawn(16, 16).jpeg({ progressive: true }).toBuffer();
        const frame = jpeg.indexOf(Buffer.from("ffc2", "hex"));
        jpeg.writeUInt16BE(9000, frame + 5);
        jpeg.writeUInt16BE(12_000, frame + 7);
        await writeFile(path, jpeg);
      },
    ],
    [
      "a PNG of more than 40,000 px per side",
      "tooLarge",
      (path) =>
        sharp({ create: { width: 40_001, height: 1, channels: 3, background: "white" } })
          .png()
          .toFile(path),
    ],
  ];
  for (const [what, reason, make] of rejected) {
    it(`${what} is rejected as ${reason}, and no files are left`, async () => {
      const [input, output] = [newPath("jpg"), newPath("tif")];
      await make(input);
      await expect(convertPlainImage(input, output)).rejects.toMatchObject({ name: "SlideFileError", reason });
      expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(output))).toEqual([]);
    });
  }

  it.skipIf(!existsSync("/proc/self/cmdline"))(
    "the decoding process is sandboxed, has no secrets, and its end is reported with a message (needs /proc)",
    async () => {
      const [input, output] = [newPath("png"), newPath("tif")];
      await drawn(4000, 4000).png({ compressionLevel: 1 }).toFile(input);
      process.env.PARFOCAL_TEST_SECRET = "a secret";
      const converting = convertPlainImage(input, output);
      const ending = expect(converting).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
      const pid = await pidOfProcessOn(input);
      expect(await readFile(`/proc/${pid}/cmdline`, "latin1")).toContain("--permission");
      expect(await readFile(`/proc/${pid}/environ`, "latin1")).not.toContain("a secret");
      // Before it has started, its end would not be the file's fault.
      while (!existsSync(`${output}.pixels.v`)) await sleep(5);
      process.kill(pid, "SIGABRT");
      await ending;
      expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(output))).toEqual([]);
    },
  );

  const interruptions: [what: string, start: (input: string, output: string) => Promise<void>, error: object][] = [
    [
      "aborting",
      (input, output) => {
        const stop = new AbortController();
        // It is working at this point.
        return convertPlainImage(input, output, {
          signal: stop.signal,
          onProgress: () => stop.abort(new Error("no longer wanted")),
        });
      },
      { message: "no longer wanted" },
    ],
    [
      "the time limit",
      (input, output) => convertPlainImage(input, output, { timeLimitMs: 150 }),
      { name: "SlideFileError", reason: "tooLarge" },
    ],
  ];
  for (const [what, start, error] of interruptions) {
    it(`${what} stops it, and no files are left`, async () => {
      const [input, output] = [newPath("png"), newPath("tif")];
      await sharp({ create: { width: 4000, height: 4000, channels: 3, background: "pink" } })
        .png({ compressionLevel: 1 })
        .toFile(input);
      await expect(start(input, output)).rejects.toMatchObject(error);
      expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(output))).toEqual([]);
    });
  }
});
