/** Levels created for slides of several planes with known pixels. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import { openSlideFile } from "../open-slide-file.ts";
import type { ServedSamples } from "../picture/served-samples.ts";
import { withExtraLevels } from "../pyramid/extra-levels.ts";
import { lacksLevels } from "../pyramid/missing-levels.ts";
import { type Plane, planeCountOf, type SlidePlanes, type SlideSource, tileGridOf } from "../slide-source.ts";
import { nativeFrames, nativeSlide } from "../testing/build-dicom-slide.ts";
import { buildOmeTiff, sampleAt } from "../testing/build-ome-tiff.ts";
import { pictureSource } from "../testing/picture-source.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import { completeLevels } from "./complete-levels.ts";
import { completeLevelsInSandbox } from "./complete-levels-in-sandbox.ts";
import { halveSamples } from "./sample-levels.ts";

const { folder, fileOf, probeSlide } = temporarySlideFiles();
let made = 0;
const newOutput = () => join(folder(), `levels-${++made}.tif`);

const stack = () => buildOmeTiff({ width: 1301, height: 75, channels: 2, depths: 2 });
const channel = (name: string) => ({ name, colour: "#ffffff", window: { min: 0, max: 255 } });
const grey: SlidePlanes = {
  channels: [channel("a"), channel("b")],
  sampleBits: 8,
  depths: 1,
  depthSpacingUm: null,
  times: 1,
};

/** A slide in memory whose planes are images of the same size, in order. */
function planeSource(pictures: readonly RawPicture[], planes: SlidePlanes, downsamples: number[] = []): SlideSource {
  const sources = pictures.map((picture) => pictureSource(picture, { downsamples }));
  return {
    ...sources[0]!,
    planes,
    readTile(level, x, y, { plane = { channel: 0, depth: 0, time: 0 } } = {}) {
      const index = (plane.time * planes.depths + plane.depth) * Math.max(1, planes.channels.length) + plane.channel;
      return sources[index]!.readTile(level, x, y);
    },
  };
}

/** Samples of a complete level of a plane; three per pixel in colour. */
async function samplesOf(slide: SlideSource, level: number, plane: Plane): Promise<number[]> {
  const { channels, sampleBits } = slide.planes!;
  const step = channels.length === 0 ? 3 : 1;
  const { width, height, tileWidth, tileHeight } = slide.levels[level]!;
  const { columns, rows } = tileGridOf(slide.levels[level]!);
  const whole = new Array<number>(width * height * step).fill(-1);
  for (let index = 0; index < columns * rows; index++) {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const tile = await decodePicture((await slide.readTile(level, x, y, { plane })).bytes);
    for (let i = 0; i < tile.width * tile.height; i++) {
      const at = ((y * tileHeight + Math.floor(i / tile.width)) * width + x * tileWidth + (i % tile.width)) * step;
      const [red, green] = [tile.samples[i * 3]!, tile.samples[i * 3 + 1]!];
      whole[at] = sampleBits === 16 ? red * 256 + green : red;
      for (let more = 1; more < step; more++) whole[at + more] = tile.samples[i * 3 + more]!;
    }
  }
  return whole;
}

function halved(samples: ServedSamples, { width, rows, channels }: { width: number; rows: number; channels: 1 | 3 }) {
  const half = samples.slice(0, Math.ceil(width / 2) * Math.ceil(rows / 2) * channels);
  halveSamples(samples, { width, rows, channels }, half);
  return half;
}

describe("completeLevels of a slide of several planes", () => {
  it("creates those of each plane, lossless with 16 bits, and they are read as planes", async () => {
    const slide = await probeSlide(stack());
    expect(lacksLevels(slide)).toBe(true);
    const path = newOutput();
    const seen: number[] = [];
    expect(await completeLevels(slide, path, { onProgress: (done) => seen.push(done) })).toBe(true);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.filter((done) => done === 1)).toHaveLength(1);
    const complete = withExtraLevels(await openSlideFile(await fileOf(stack())), await openSlideFile(path));
    expect(complete.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [1301, 75, 1],
      [651, 38, 2],
      [326, 19, 4],
    ]);
    expect(complete).toMatchObject({ isRecoding: true, planes: { depths: 2, sampleBits: 16 } });
    for (const plane of [
      { channel: 0, depth: 0, time: 0 },
      { channel: 1, depth: 1, time: 0 },
    ]) {
      const full = Uint16Array.from({ length: 1301 * 75 }, (_, i) => sampleAt(plane, i % 1301, Math.floor(i / 1301)));
      const half = halved(full, { width: 1301, rows: 75, channels: 1 });
      expect(await samplesOf(complete, 1, plane)).toEqual([...half]);
      expect(await samplesOf(complete, 2, plane)).toEqual([...halved(half, { width: 651, rows: 38, channels: 1 })]);
    }
    expect(lacksLevels(complete)).toBe(false);
    expect(await completeLevels(complete, newOutput())).toBe(false);
    await complete.close();
  });

  it("with a gap between its levels creates all below the gap, so that the file opens without conversion", async () => {
    const pictures = [1, 2].map((seed) => buildPicture(1100, 40, 1, seed));
    const source = planeSource(pictures, grey, [11]);
    const path = newOutput();
    expect(await completeLevels(source, path)).toBe(true);
    const complete = withExtraLevels(source, await openSlideFile(path));
    expect(complete.levels.map(({ width }) => width)).toEqual([1100, 550, 275, 100]);
    const [, second] = pictures;
    const half = halved(new Uint8Array(second!.samples), { width: 1100, rows: 40, channels: 1 });
    expect(await samplesOf(complete, 1, { channel: 1, depth: 0, time: 0 })).toEqual([...half]);
    await complete.close();
  });

  it("of depths in colour keeps the colours as JPEG", async () => {
    const pictures = [1, 2, 3].map((seed) => buildPicture(1050, 90, 3, seed));
    const planes = { ...grey, channels: [], depths: 3 };
    const source = planeSource(pictures, planes);
    const path = newOutput();
    await completeLevels(source, path);
    const complete = withExtraLevels(source, await openSlideFile(path));
    expect((await complete.readTile(1, 0, 0)).mediaType).toBe("image/jpeg");
    const shown = await samplesOf(complete, 1, { channel: 0, depth: 2, time: 0 });
    const half = halved(new Uint8Array(pictures[2]!.samples), { width: 1050, rows: 90, channels: 3 });
    const errors = shown.map((sample, i) => Math.abs(sample - half[i]!));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
    await complete.close();
  });

  it("leaves no file if a tile cannot be decoded", async () => {
    const source: SlideSource = {
      ...planeSource([buildPicture(1100, 40, 1), buildPicture(1100, 40, 1)], grey),
      readTile: async () => ({ bytes: Buffer.from("nothing"), mediaType: "image/png" }),
    };
    const path = newOutput();
    await expect(completeLevels(source, path)).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
    expect(existsSync(path)).toBe(false);
  });

  it("creates none if there are more planes than our file format supports", async () => {
    const planes = { ...grey, depths: 1500 };
    expect(planeCountOf(planes)).toBe(3000);
    const source = planeSource([buildPicture(1100, 40, 1), buildPicture(1100, 40, 1)], planes);
    expect(lacksLevels(source)).toBe(false);
    expect(await completeLevels(source, newOutput())).toBe(false);
  });
});

describe("completeLevelsInSandbox", { timeout: 60_000 }, () => {
  it("creates the levels of a DICOM file with channels", async () => {
    const pictures = [1, 2].map((seed) => buildPicture(1100, 50, 1, seed));
    const tiles = Math.ceil(1100 / 64) * Math.ceil(50 / 48);
    const bytes = nativeSlide(pictures[0]!, {
      elements: {
        NumberOfFrames: tiles * 2,
        NumberOfOpticalPaths: 2,
        OpticalPathSequence: ["DAPI", "FITC"].map((OpticalPathDescription, i) => ({
          OpticalPathIdentifier: String(i),
          OpticalPathDescription,
        })),
      },
      pixels: { native: Buffer.concat(pictures.map(nativeFrames)) },
    });
    const slidePath = await fileOf(bytes);
    const outputPath = newOutput();
    expect(await completeLevelsInSandbox({ slidePath, extraLevelsPath: null, outputPath })).toBe(true);
    const complete = withExtraLevels(await openSlideFile(slidePath), await openSlideFile(outputPath));
    expect(complete.planes!.channels.map(({ name }) => name)).toEqual(["DAPI", "FITC"]);
    expect(complete.levels.map(({ width }) => width)).toEqual([1100, 550, 275]);
    for (const [index, { samples }] of pictures.entries()) {
      const half = halved(new Uint8Array(samples), { width: 1100, rows: 50, channels: 1 });
      const shown = await samplesOf(complete, 1, { channel: index, depth: 0, time: 0 });
      expect(compareSamples(Uint8Array.from(shown), Uint8Array.from(half)).greatest).toBe(0);
    }
    await complete.close();
  });
});
