import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RawPicture } from "../codec/raw-picture.ts";
import { convertSlideFile } from "../convert-slide-file.ts";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { boxOf, encodeJpeg2000, jp2Of } from "../testing/encode-samples.ts";
import { partOf } from "../testing/pictures.ts";
import { TILED_FILE, TILED_SIZE, tiledSampleAt } from "../testing/tiled-jpeg-2000.ts";
import { COMPRESSION } from "../tiff/tiff-fields.ts";
import { convertPlainImage } from "./convert-plain-image.ts";

let folder = "";
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-jp2-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Smooth, so that the pyramid's JPEG loses little. */
function gradient(width: number, height: number): RawPicture {
  const samples = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    samples.set([(x * 255) / width, (y * 255) / height, 200 - (x * 100) / width], i * 3);
  }
  return { width, height, channels: 3, samples };
}

async function convert(bytes: Uint8Array): Promise<{ shown: RawPicture; pixelSizeUm: unknown }> {
  count += 1;
  const [input, output] = [join(folder, `${count}.input`), join(folder, `${count}.tif`)];
  await writeFile(input, bytes);
  // Not `convertSlideFile`, which inspects the file in another process.
  const probed = await probeSlideFile(input);
  if (probed.kind === "slide" || probed.by !== "picture") throw new Error("This is a picture to be converted.");
  await convertPlainImage(input, output, { page: probed.page });
  const slide = await openSlideFile(output);
  try {
    return { shown: await assembleLevel(slide, 0), pixelSizeUm: slide.pixelSizeUm };
  } finally {
    await slide.close();
  }
}

function meanError(one: RawPicture, other: RawPicture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.samples.reduce((sum, sample, at) => sum + Math.abs(sample - other.samples[at]!), 0) / one.samples.length;
}

const source = gradient(150, 100);

// Each starts a process with the lowest priority.
describe("JPEG 2000 becomes a pyramid that looks the same", { timeout: 60_000 }, () => {
  it("a codestream in one piece, by convertSlideFile", async () => {
    const [input, output] = [join(folder, "whole.input"), join(folder, "whole.tif")];
    await writeFile(input, await encodeJpeg2000(source));
    expect(await convertSlideFile(input, output)).toBe(true);
    const slide = await openSlideFile(output);
    expect(meanError(await assembleLevel(slide, 0), source)).toBeLessThan(2);
    await slide.close();
  });

  it("a JP2 file in tiles", async () => {
    const { width, height } = TILED_SIZE;
    const samples = Buffer.from(
      Array.from({ length: width * height }, (_, i) => tiledSampleAt(i % width, Math.floor(i / width))).flat(),
    );
    const { shown } = await convert(TILED_FILE);
    // Its red is steep, and chroma is halved.
    expect(meanError(shown, { width, height, channels: 3, samples })).toBeLessThan(9);
  });

  it("a colour profile is applied, and the pixel size kept", async () => {
    const p3 = await sharp(source.samples, { raw: { ...source, channels: 3 } })
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const { icc } = await sharp(p3).metadata();
    const { data } = await sharp(p3, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
    const stored = { ...source, samples: data };
    const resolution = Buffer.alloc(10);
    [4, 1, 4, 1].forEach((value, index) => void resolution.writeUInt16BE(value, index * 2));
    resolution.set([6, 6], 8);
    const boxes = [boxOf("colr", Buffer.from([2, 0, 0, ...icc!])), boxOf("res ", boxOf("resc", resolution))];
    const { shown, pixelSizeUm } = await convert(jp2Of(await encodeJpeg2000(stored), stored, ...boxes));
    expect(meanError(stored, source)).toBeGreaterThan(5);
    expect(meanError(shown, source)).toBeLessThan(2.5);
    expect(pixelSizeUm).toEqual({ x: 0.25, y: 0.25 });
  });

  it("grey of 12 bits is stretched from its minimum to its maximum", async () => {
    const grey = Uint16Array.from({ length: 128 * 64 }, (_, i) => 500 + 10 * (i % 128));
    const stream = await encodeJpeg2000({ width: 128, height: 64, channels: 1, bits: 12, samples: grey });
    const { shown } = await convert(stream);
    const row = Array.from({ length: 128 }, (_, x) => shown.samples[(32 * 128 + x) * 3]!);
    for (const [x, sample] of row.entries()) expect(Math.abs(sample - (x * 255) / 127)).toBeLessThan(4);
  });

  it("a TIFF in strips, mirrored: upright", async () => {
    const strips = [0, 40, 80].map((top) => partOf(source, 0, top, 150, Math.min(40, 100 - top)));
    const segments = await Promise.all(strips.map((strip) => encodeJpeg2000(strip)));
    const fields = { 274: { type: 3, values: [2] } } as const;
    const { width, height } = source;
    const page = { width, height, rowsPerStrip: 40, segments, compression: COMPRESSION.jpeg2000, fields };
    const { shown } = await convert(buildTiff({ pages: [page] }));
    const mirrored = await sharp(source.samples, { raw: { width, height, channels: 3 } })
      .flop()
      .raw()
      .toBuffer();
    expect(meanError(shown, { ...source, samples: mirrored })).toBeLessThan(2);
  });

  it("leaves no files except its output, also on failure", async () => {
    const whole = await encodeJpeg2000(gradient(2500, 1700), 5);
    const [input, output] = [join(folder, "cut.j2k"), join(folder, "cut.tif")];
    // Too large to be decoded at upload: the conversion detects the damage.
    await writeFile(input, whole.subarray(0, whole.length / 2));
    await expect(convertSlideFile(input, output)).rejects.toMatchObject({ name: "SlideFileError" });
    expect((await readdir(folder)).filter((name) => name.includes("cut."))).toEqual(["cut.j2k"]);
    expect((await readdir(folder)).filter((name) => name.includes("part"))).toEqual([]);
  });
});
