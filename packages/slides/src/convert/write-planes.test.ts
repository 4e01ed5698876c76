import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodePicture } from "../codec/raw-picture.ts";
import { convertSlideFile } from "../convert-slide-file.ts";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import type { Plane } from "../slide-source.ts";
import { buildOmeTiff, type OmeTiffSpec, sampleAt } from "../testing/build-ome-tiff.ts";
import { buildTiff, type PageSpec } from "../testing/build-tiff.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { writePlanes } from "./write-planes.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-planes-"));
});
afterAll(() => rm(folder, { recursive: true }));

const opened: OpenedSlide[] = [];
afterAll(() => Promise.all(opened.map((slide) => slide.close())));
let count = 0;

async function fileOf(bytes: Uint8Array): Promise<string> {
  count += 1;
  const path = join(folder, `${count}`);
  await writeFile(path, bytes);
  return path;
}

/** Written in this process, then probed like an uploaded file. */
async function written(bytes: Uint8Array): Promise<{ slide: OpenedSlide; path: string; progress: number[] }> {
  const inputPath = await fileOf(bytes);
  const path = `${inputPath}.out`;
  const progress: number[] = [];
  await writePlanes({ inputPath, outputPath: path }, (done) => progress.push(done));
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") throw new Error("what was written is no slide");
  opened.push(probed.source);
  return { slide: probed.source, path, progress };
}

async function sampleIn(slide: OpenedSlide, plane: Plane, x: number, y: number, level = 0): Promise<number> {
  const { tileWidth, tileHeight } = slide.levels[level]!;
  const [column, row] = [Math.floor(x / tileWidth), Math.floor(y / tileHeight)];
  const tile = await decodePicture((await slide.readTile(level, column, row, { plane })).bytes);
  const at = ((y % tileHeight) * tile.width + (x % tileWidth)) * 3;
  return slide.planes!.sampleBits === 16 ? tile.samples[at]! * 256 + tile.samples[at + 1]! : tile.samples[at]!;
}

const VIPS = "/usr/bin/vips";

const PLACES = [
  [0, 0],
  [511, 3],
  [512, 512],
  [559, 516],
] as const;
const large: OmeTiffSpec = { width: 560, height: 517, channels: 2, depths: 1, times: 1 };
const plane: Plane = { channel: 1, depth: 0, time: 0 };

describe("rewritten planes", () => {
  const kinds: [what: string, spec: Partial<OmeTiffSpec>, served: (sample: number) => number][] = [
    ["16 bits", {}, (sample) => sample],
    ["16 bits, big-endian, packed", { isBigEndian: true, isPacked: true }, (sample) => sample],
    ["8 bits", { type: "uint8" }, (sample) => sample & 255],
    ["signed 16 bits", { type: "int16" }, (sample) => sample + 16_384],
    ["channels in one page", { channelsInPage: "planar" }, (sample) => sample],
    ["tiles without levels", { tilePx: 256 }, (sample) => sample],
  ];
  for (const [what, more, served] of kinds) {
    it(`${what}: the same samples`, async () => {
      const { slide } = await written(buildOmeTiff({ ...large, ...more }));
      expect(slide.planes).toMatchObject({ depths: 1, times: 1 });
      expect(slide.planes!.channels).toHaveLength(2);
      for (const [x, y] of PLACES) expect(await sampleIn(slide, plane, x, y)).toBe(served(sampleAt(plane, x, y)));
    });
  }

  it("have levels down to one tile, each the mean of 2 x 2", async () => {
    const { slide } = await written(buildOmeTiff(large));
    expect(slide.levels).toEqual([
      { width: 560, height: 517, tileWidth: 512, tileHeight: 512, downsample: 1 },
      { width: 280, height: 259, tileWidth: 512, tileHeight: 512, downsample: 2 },
    ]);
    for (const [x, y] of [
      [0, 0],
      [150, 130],
    ] as const) {
      const sum = [0, 1].flatMap((dx) => [0, 1].map((dy) => sampleAt(plane, 2 * x + dx, 2 * y + dy)));
      expect(await sampleIn(slide, plane, x, y, 1)).toBe((sum.reduce((a, b) => a + b) + 2) >> 2);
    }
    // An odd height: the last row is used alone.
    const last = [0, 1].map((dx) => sampleAt(plane, 20 + dx, 516));
    expect(await sampleIn(slide, plane, 10, 258, 1)).toBe((2 * (last[0]! + last[1]!) + 2) >> 2);
  });

  it("of floating-point samples are stretched per channel, and the file states the range", async () => {
    const { slide, path } = await written(buildOmeTiff({ ...large, type: "float" }));
    expect(slide.planes!.sampleBits).toBe(16);
    const values: number[] = [];
    for (let y = 0; y < large.height; y++) {
      for (let x = 0; x < large.width; x++) {
        values.push(sampleAt(plane, x, y) / 2048 - 1);
      }
    }
    const [min, max] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    for (const [x, y] of PLACES) {
      const value = sampleAt(plane, x, y) / 2048 - 1;
      expect(await sampleIn(slide, plane, x, y)).toBe(Math.round(((value - min) / (max - min)) * 65_535));
    }
    expect((await readFile(path)).toString("latin1")).toContain(`Channel 2 from ${min} to ${max}`);
  });

  it("keep depths and times, names, colours, sizes and magnification", async () => {
    const spec: OmeTiffSpec = {
      ...{ width: 20, height: 10, channels: 2, depths: 2, times: 3 },
      pixelsAttributes: 'PhysicalSizeX="0.5" PhysicalSizeY="0.25" PhysicalSizeZ="2" SignificantBits="12"',
      channelAttributes: (channel) => (channel === 0 ? 'Name="a &lt;b&gt; &amp; c" Color="16711935"' : 'Name="Cy5"'),
      xml: (usual) =>
        usual
          .replace("<Image ", '<Instrument><Objective ID="O" NominalMagnification="40"/></Instrument><Image ')
          .replace("<Pixels", "<AcquisitionDate>2024-05-06T07:08:09</AcquisitionDate><Pixels"),
    };
    const { slide } = await written(buildOmeTiff(spec));
    expect(slide).toMatchObject({ pixelSizeUm: { x: 0.5, y: 0.25 }, objectivePower: 40, format: "ome-tiff" });
    expect(slide.properties).toMatchObject({ "ome.AcquisitionDate": "2024-05-06T07:08:09" });
    expect(slide.planes).toEqual({
      channels: [
        { name: "a <b> & c", colour: "#00ff00", window: { min: 0, max: 4095 } },
        { name: "Cy5", colour: "#ff00ff", window: { min: 0, max: 4095 } },
      ],
      sampleBits: 16,
      depths: 2,
      depthSpacingUm: 2,
      times: 3,
    });
    const last = { channel: 1, depth: 1, time: 2 };
    expect(await sampleIn(slide, last, 7, 3)).toBe(sampleAt(last, 7, 3));
  });

  it("in colour stay in colour, one image per depth", async () => {
    const pictures = [1, 2, 3].map((seed) => buildPicture(600, 530, 3, seed));
    const pages = pictures.map(({ width, height, samples }): PageSpec => ({ width, height, segments: [samples] }));
    const description =
      '<OME><Image><Pixels DimensionOrder="XYCZT" Type="uint8" SizeX="600" SizeY="530" SizeC="3" SizeZ="3" SizeT="1"><Channel SamplesPerPixel="3"/><TiffData/></Pixels></Image></OME>';
    const { slide } = await written(buildTiff({ pages: [{ ...pages[0]!, description }, ...pages.slice(1)] }));
    expect(slide.planes).toMatchObject({ channels: [], depths: 3, sampleBits: 8 });
    for (const depth of [0, 2]) {
      const { bytes, mediaType } = await slide.readTile(0, 0, 0, { plane: { channel: 0, depth, time: 0 } });
      expect(mediaType).toBe("image/jpeg");
      const { width, height, channels, samples } = pictures[depth]!;
      const expected = await sharp(samples, { raw: { width, height, channels } })
        .extract({ left: 0, top: 0, width: 512, height: 512 })
        .jpeg({ quality: 90, chromaSubsampling: "4:2:0" })
        .toBuffer();
      const { greatest } = compareSamples(
        (await decodePicture(bytes)).samples,
        (await decodePicture(expected)).samples,
      );
      expect(greatest).toBeLessThanOrEqual(2);
    }
  });

  it("report their progress, which never decreases", async () => {
    const { progress } = await written(buildOmeTiff({ ...large, height: 300, type: "float" }));
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it.skipIf(!existsSync(VIPS))("are what libtiff reads too (needs Debian's vips)", async () => {
    const { path } = await written(buildOmeTiff({ ...large, height: 520 }));
    // The second page is the second channel.
    for (const [x, y] of PLACES) {
      const { stdout } = await promisify(execFile)(VIPS, ["getpoint", `${path}[page=1]`, String(x), String(y)]);
      expect(Number(stdout)).toBe(sampleAt(plane, x, y));
    }
  });

  it("leave no files on failure", async () => {
    const damage = (pages: PageSpec[]) =>
      pages.map((page, index) => (index < 1 ? page : { ...page, segments: [Buffer.from("no stream of Deflate")] }));
    const inputPath = await fileOf(buildOmeTiff({ ...large, isPacked: true, pageOrder: damage }));
    const writing = writePlanes({ inputPath, outputPath: `${inputPath}.out` }, () => {});
    await expect(writing).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
    expect((await readdir(folder)).filter((name) => name.startsWith(`${count}`))).toEqual([`${count}`]);
  });
});

describe("convertSlideFile", { timeout: 60_000 }, () => {
  it("converts planes in a sandbox; files that can be shown directly are unchanged", async () => {
    const inputPath = await fileOf(buildOmeTiff({ ...large, type: "float" }));
    const path = `${inputPath}.out`;
    expect(await convertSlideFile(inputPath, path)).toBe(true);
    const slide = await openSlideFile(path);
    opened.push(slide);
    expect(slide.planes!.channels).toHaveLength(2);
    expect((await stat(path)).size).toBeGreaterThan(1000);
    expect(await convertSlideFile(path, `${path}.again`)).toBe(false);
  });
});
