/** Slides with the dimensions written by Aperio's software, which are not round numbers. */
import { describe, expect, it } from "vitest";
import { decodePicture, encodeJpeg, type RawPicture } from "../../codec/raw-picture.ts";
import { tilePlaceOf } from "../../picture/colour-tile.ts";
import { tileGridOf } from "../../slide-source.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildTiff, type PageSpec } from "../../testing/build-tiff.ts";
import { buildPicture, partOf } from "../../testing/pictures.ts";
import { temporarySlideFiles, tilesOf } from "../../testing/slide-files.ts";

const { probeSlide } = temporarySlideFiles();

/** As cut by Aperio. */
const TILE = { width: 240, height: 240 };
const QUALITY = 95;

async function pageOf(picture: RawPicture, description: string, tile = TILE): Promise<PageSpec> {
  const { width, height } = picture;
  const jpegs = await Promise.all(tilesOf(picture, tile).map((one) => encodeJpeg(one, QUALITY)));
  const segments = jpegs.map(({ bytes }) => bytes);
  return { width, height, tile, segments, compression: 7, photometric: 6, description };
}

const describedAs = (rest: string) =>
  `Aperio Image Library v11.2.1\r\n46000x32914 [0,100 46000x32814] (256x256)${rest}`;

describe("levels of an SVS", () => {
  const cases: [what: string, base: [number, number], reduced: [number, number], downsample: number][] = [
    ["halved exactly", [600, 400], [300, 200], 2],
    ["a quarter, rounded down", [803, 531], [200, 132], 4],
    ["a quarter of one side, a little more of the other", [1001, 529], [250, 132], 4],
    ["of a ratio that is not an integer", [700, 500], [217, 155], (700 / 217 + 500 / 155) / 2],
  ];
  for (const [what, [width, height], [smallWidth, smallHeight], downsample] of cases) {
    it(`${what}: each shows its own pixels, with tiles cropped at the edge`, async () => {
      const [full, small] = [buildPicture(width, height, 3, 1), buildPicture(smallWidth, smallHeight, 3, 2)];
      const description = describedAs("|AppMag = 20|MPP = 0.4990");
      const slide = await probeSlide(
        buildTiff({ pages: [await pageOf(full, description), await pageOf(small, description)] }),
      );
      expect(slide.levels.map((level) => level.downsample)).toEqual([1, downsample]);
      for (const [index, picture] of [full, small].entries()) {
        const level = slide.levels[index]!;
        const { columns, rows } = tileGridOf(level);
        const last = await slide.readTile(index, columns - 1, rows - 1);
        const { left, top, ...size } = tilePlaceOf(level, columns - 1, rows - 1);
        expect(last.mediaType).toBe("image/jpeg");
        expect(await decodePicture(last.bytes)).toMatchObject(size);
        const shown = await assembleLevel(slide, index);
        const expected: RawPicture = { ...picture, samples: Buffer.from(picture.samples) };
        const whole = await decodePicture((await encodeJpeg(partOf(picture, 0, 0, 240, 240), QUALITY)).bytes);
        for (let y = 0; y < Math.min(240, expected.height); y++) {
          const columnsShown = Math.min(240, expected.width);
          const row = shown.samples.subarray(y * shown.width * 3, (y * shown.width + columnsShown) * 3);
          expect(row.equals(whole.samples.subarray(y * 720, y * 720 + columnsShown * 3))).toBe(true);
        }
        expect([left, top]).toEqual([(columns - 1) * 240, (rows - 1) * 240]);
      }
    });
  }

  it("can be in any order, and other pages between them are omitted", async () => {
    const sizes: [number, number][] = [
      [800, 600],
      [100, 75],
      [400, 300],
      [300, 290],
    ];
    const pages = await Promise.all(
      sizes.map(([width, height]) => pageOf(buildPicture(width, height), describedAs(""))),
    );
    const slide = await probeSlide(buildTiff({ pages }));
    expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual([
      [800, 1],
      [400, 2],
      [100, 8],
    ]);
  });
});

describe("pixel size of an SVS", () => {
  const perCentimetre = (count: number) => ({
    282: { type: 5, values: [[count, 1]] } as const,
    283: { type: 5, values: [[count, 1]] } as const,
    296: { type: 3, values: [3] } as const,
  });
  const cases: [what: string, text: string, fields: PageSpec["fields"], expected: { x: number; y: number } | null][] = [
    ["as in the description", "|MPP = 0.2521", {}, { x: 0.2521, y: 0.2521 }],
    ["the description before the tags", "|MPP = 0.2521", perCentimetre(20_000), { x: 0.2521, y: 0.2521 }],
    ["from the tags if the description has none", "|AppMag = 20", perCentimetre(20_000), { x: 0.5, y: 0.5 }],
    ["from the tags if the description's is not a number", "|MPP = n/a", perCentimetre(40_000), { x: 0.25, y: 0.25 }],
    ["of 0 is ignored", "|MPP = 0", {}, null],
    ["is unknown if missing, whatever the magnification", "|AppMag = 40", {}, null],
  ];
  for (const [what, text, fields, expected] of cases) {
    it(what, async () => {
      const page = await pageOf(buildPicture(100, 80), describedAs(text));
      expect((await probeSlide(buildTiff({ pages: [{ ...page, fields }] }))).pixelSizeUm).toEqual(expected);
    });
  }
});
