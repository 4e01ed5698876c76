/** No JPEG 2000 slide from a scanner is available: these are built with OpenJPEG, which Aperio's readers use too. */
import { describe, expect, it } from "vitest";
import { copyPicture, cutPicture, decodePicture, encodeJpeg, type RawPicture } from "../../codec/raw-picture.ts";
import { probeInSandbox } from "../../probe/probe-in-sandbox.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildTiff, type PageSpec } from "../../testing/build-tiff.ts";
import { encodeJpeg2000 } from "../../testing/encode-samples.ts";
import { buildPicture, compareSamples, partOf } from "../../testing/pictures.ts";
import { temporarySlideFiles, tilesOf } from "../../testing/slide-files.ts";
import { SUBSAMPLED_STREAMS } from "../../testing/subsampled-jpeg-2000.ts";
import { COMPRESSION } from "../../tiff/tiff-fields.ts";

const { fileOf, probeSlide } = temporarySlideFiles();

const TILE = { width: 80, height: 72 };
/** Of what is sent. */
const JPEG_QUALITY = 90;
/** If luma and chroma were rounded in between, in grey levels. */
const MAX_MEAN_ERROR = 1;
const DESCRIPTION = "Aperio Image Library v11.2.1\r\n200x150 J2K/KDU Q=30|AppMag = 40|MPP = 0.25";

/** Full-range luma and chroma of an image, as defined by ITU-T T.871. */
function toYCbCr(picture: RawPicture): RawPicture {
  const samples = Buffer.alloc(picture.samples.length);
  for (let at = 0; at < samples.length; at += 3) {
    const [red, green, blue] = picture.samples.subarray(at) as unknown as [number, number, number];
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    samples[at] = Math.round(luma);
    samples[at + 1] = Math.min(255, Math.round(128 + (blue - luma) / 1.772));
    samples[at + 2] = Math.min(255, Math.round(128 + (red - luma) / 1.402));
  }
  return { ...picture, samples };
}

async function pageOf(picture: RawPicture, more: Partial<PageSpec> = {}): Promise<PageSpec> {
  const { width, height, channels } = picture;
  const yCbCr: (number | undefined)[] = [COMPRESSION.aperioJpeg2000YCbCr, COMPRESSION.vipsJpeg2000];
  const isYCbCr = yCbCr.includes(more.compression) || more.photometric === 6;
  const stored = isYCbCr ? toYCbCr(picture) : picture;
  const segments = await Promise.all(tilesOf(stored, TILE).map((tile) => encodeJpeg2000(tile)));
  return { width, height, samplesPerPixel: channels, tile: TILE, segments, description: DESCRIPTION, ...more };
}

/** The expected image: its tiles, cropped to it, as JPEG, otherwise unchanged. */
async function asSent(picture: RawPicture): Promise<RawPicture> {
  const sent: RawPicture = { ...picture, channels: 3, samples: Buffer.alloc(picture.width * picture.height * 3) };
  for (let top = 0; top < picture.height; top += TILE.height) {
    for (let left = 0; left < picture.width; left += TILE.width) {
      const [width, height] = [Math.min(TILE.width, picture.width - left), Math.min(TILE.height, picture.height - top)];
      const { bytes } = await encodeJpeg(cutPicture(picture, { left, top, width, height }), JPEG_QUALITY);
      copyPicture(await decodePicture(bytes), sent, left, top);
    }
  }
  return sent;
}

function meanError(one: RawPicture, other: RawPicture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.samples.reduce((sum, sample, at) => sum + Math.abs(sample - other.samples[at]!), 0) / one.samples.length;
}

const picture = buildPicture(200, 150);

describe("a slide of JPEG 2000 tiles shows the colours of its source", () => {
  const cases: [name: string, more: Partial<PageSpec>, mostError: number][] = [
    ["33003, luma and chroma", { compression: COMPRESSION.aperioJpeg2000YCbCr }, MAX_MEAN_ERROR],
    ["33005, red, green and blue", { compression: COMPRESSION.aperioJpeg2000Rgb }, 0],
    ["34712 of red, green and blue", { compression: COMPRESSION.jpeg2000 }, 0],
    ["34712 of luma and chroma", { compression: COMPRESSION.jpeg2000, photometric: 6 }, MAX_MEAN_ERROR],
    ["33004, luma and chroma as written by libvips", { compression: COMPRESSION.vipsJpeg2000 }, MAX_MEAN_ERROR],
  ];
  for (const [name, more, mostError] of cases) {
    it(name, async () => {
      const slide = await probeSlide(buildTiff({ pages: [await pageOf(picture, more)] }));
      expect(slide).toMatchObject({ format: "svs", isRecoding: true, objectivePower: 40, pixelSizeUm: { x: 0.25 } });
      expect(meanError(await assembleLevel(slide, 0), await asSent(picture))).toBeLessThanOrEqual(mostError);
      const { mediaType, bytes } = await slide.readTile(0, 2, 2);
      expect(mediaType).toBe("image/jpeg");
      expect(await decodePicture(bytes)).toMatchObject({ width: 40, height: 6 });
    });
  }

  it("grey ones stay grey", async () => {
    const grey = buildPicture(90, 80, 1);
    const page = await pageOf(grey, { compression: COMPRESSION.jpeg2000 });
    const slide = await probeSlide(buildTiff({ pages: [page] }));
    const shown = await assembleLevel(slide, 0);
    expect(meanError(shown, await asSent(grey))).toBe(0);
  });

  for (const { name, stream, rgbAt } of SUBSAMPLED_STREAMS) {
    it(`33003 with ${name}`, async () => {
      const page = {
        width: 80,
        height: 72,
        tile: TILE,
        segments: [stream],
        compression: 33003,
        description: DESCRIPTION,
      };
      const slide = await probeSlide(buildTiff({ pages: [page] }));
      const shown = await assembleLevel(slide, 0);
      const expected = Buffer.alloc(shown.samples.length);
      for (let i = 0; i < 80 * 72; i++) expected.set(rgbAt(i % 80, Math.floor(i / 80)), i * 3);
      expect(meanError(shown, await asSent({ ...shown, samples: expected }))).toBeLessThan(MAX_MEAN_ERROR);
    });
  }
});

it("is also probed in a sandbox, without threads", async () => {
  const page = await pageOf(picture, { compression: COMPRESSION.aperioJpeg2000YCbCr });
  const probed = await probeInSandbox(await fileOf(buildTiff({ pages: [page] })));
  expect(probed).toMatchObject({ kind: "slide", slide: { width: 200, height: 150, format: "svs" } });
});

it("has levels, each with its own tiles, a thumbnail in JPEG 2000 strips, and one plane", async () => {
  const compression = COMPRESSION.aperioJpeg2000YCbCr;
  const half = buildPicture(100, 75, 3, 2);
  const strips = [partOf(half, 0, 0, 100, 40), partOf(half, 0, 40, 100, 35)].map(toYCbCr);
  const thumbnail: PageSpec = {
    width: 100,
    height: 75,
    rowsPerStrip: 40,
    compression,
    segments: await Promise.all(strips.map((strip) => encodeJpeg2000(strip))),
  };
  const pages = [await pageOf(picture, { compression }), thumbnail, await pageOf(half, { compression })];
  const slide = await probeSlide(buildTiff({ pages }));
  expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
    [200, 150, 1],
    [100, 75, 2],
  ]);
  expect(meanError(await assembleLevel(slide, 1), await asSent(half))).toBeLessThan(MAX_MEAN_ERROR);
  expect(slide.associatedImages.map(({ name }) => name)).toEqual(["thumbnail"]);
  const own = await decodePicture((await slide.readAssociatedImage("thumbnail")).bytes);
  expect(compareSamples(own.samples, half.samples).greatest).toBeLessThan(4);
});

describe("an inconsistent file is rejected at upload", () => {
  const cases: [what: string, change: (page: PageSpec) => Promise<Partial<PageSpec>>][] = [
    [
      "a truncated tile",
      async ({ segments }) => ({ segments: segments.map((tile) => tile.subarray(0, tile.length / 2)) }),
    ],
    [
      "a tile of one component",
      async ({ segments }) => {
        const grey = await encodeJpeg2000(buildPicture(TILE.width, TILE.height, 1));
        return { segments: segments.map(() => grey) };
      },
    ],
    [
      "a tile smaller than the others",
      async ({ segments }) => {
        const small = await encodeJpeg2000(buildPicture(32, 32));
        return { segments: segments.map(() => small) };
      },
    ],
  ];
  for (const [what, change] of cases) {
    it(what, async () => {
      const page = await pageOf(picture, { compression: COMPRESSION.aperioJpeg2000Rgb });
      const bytes = buildTiff({ pages: [{ ...page, ...(await change(page)) }] });
      await expect(probeSlide(bytes)).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
    });
  }
});
