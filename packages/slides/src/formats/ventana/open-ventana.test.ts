import { describe, expect, it } from "vitest";
import { cutPicture, decodePicture, type RawPicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildVentana, type VentanaSpec } from "../../testing/build-ventana.ts";
import { describeWithOpenSlide, openSlideLevel, openSlideProperties } from "../../testing/openslide-program.ts";
import { buildPicture } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { fileOf, probeSlide } = temporarySlideFiles();

/** 4 x 3 images of 64 px that overlap by 8 and 4: 232 x 184 px in total. */
const OVERLAPPING: VentanaSpec = {
  scene: buildPicture(232, 184),
  columns: 4,
  rows: 3,
  tile: 64,
  overlapX: 8,
  overlapY: 4,
  levels: 2,
};
const SIDE_BY_SIDE: VentanaSpec = { ...OVERLAPPING, scene: buildPicture(256, 192), overlapX: 0, overlapY: 0 };

function meanError(one: RawPicture, other: RawPicture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.samples.reduce((sum, value, at) => sum + Math.abs(value - other.samples[at]!), 0) / one.samples.length;
}

/** A mean over two by two pixels. */
function halved({ width, height, samples }: RawPicture): RawPicture {
  const half = { width: width / 2, height: height / 2 };
  const means = Buffer.alloc(half.width * half.height * 3);
  for (let at = 0; at < means.length; at++) {
    const [channel, x, y] = [at % 3, Math.floor(at / 3) % half.width, Math.floor(at / 3 / half.width)];
    const from = (dx: number, dy: number) => samples[((y * 2 + dy) * width + x * 2 + dx) * 3 + channel]!;
    means[at] = Math.round((from(0, 0) + from(1, 0) + from(0, 1) + from(1, 1)) / 4);
  }
  return { ...half, channels: 3, samples: means };
}

describe("a Ventana slide whose tiles overlap", () => {
  it("shows the scene that was scanned, at each level", async () => {
    const slide = await probeSlide(await buildVentana(OVERLAPPING));
    expect(slide).toMatchObject({ format: "ventana-bif", width: 232, height: 184, isRecoding: true, planes: null });
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [232, 184, 1],
      [116, 92, 2],
    ]);
    // JPEG twice; tiles placed without their overlap differ by 40.
    expect(meanError(await assembleLevel(slide, 0), OVERLAPPING.scene)).toBeLessThan(6);
    expect(meanError(await assembleLevel(slide, 1), halved(OVERLAPPING.scene))).toBeLessThan(6);
  });

  it("has white where no area was scanned", async () => {
    const slide = await probeSlide(await buildVentana({ ...OVERLAPPING, levels: 1, origin: { column: 2, row: 1 } }));
    expect(slide).toMatchObject({ width: 2 * 56 + 232, height: 60 + 184 });
    const shown = await assembleLevel(slide, 0);
    const scanned = cutPicture(shown, { left: 112, top: 60, width: 232, height: 184 });
    expect(meanError(scanned, OVERLAPPING.scene)).toBeLessThan(6);
    const corner = await decodePicture((await slide.readTile(0, 0, 0)).bytes);
    expect(
      cutPicture(corner, { left: 0, top: 0, width: 64, height: 60 }).samples.every((sample) => sample === 255),
    ).toBe(true);
  });

  it("uses the mean of differing overlaps, weighted by the scanner's confidence", async () => {
    let count = 0;
    const change = (xml: string) =>
      xml.replace(/OverlapX="8"/g, () => {
        count += 1;
        return `OverlapX="${count % 3 === 0 ? 11 : 5}"`;
      });
    const weighted = (xml: string) => change(xml).replace(/Confidence="100"([^>]*OverlapX="5")/g, 'Confidence="50"$1');
    const slide = await probeSlide(await buildVentana({ ...OVERLAPPING, levels: 1, change: weighted }));
    // 3 x 11 with 100 and 6 x 5 with 50 are a mean of 8.
    expect(count).toBe(9);
    expect(slide.width).toBe(232);
  });
});

describe("a Ventana slide whose tiles do not overlap", () => {
  for (const [what, change] of [
    ["as described", (xml: string) => xml],
    ["without a description", () => ""],
  ] as const) {
    it(`is served from the file's own tiles, ${what}`, async () => {
      const slide = await probeSlide(await buildVentana({ ...SIDE_BY_SIDE, change }));
      expect(slide).toMatchObject({ format: "ventana-bif", width: 256, height: 192, isRecoding: false });
      expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
        [256, 192, 1],
        [128, 96, 2],
      ]);
      expect(meanError(await assembleLevel(slide, 0), SIDE_BY_SIDE.scene)).toBeLessThan(3);
    });
  }

  it("has scanner, magnification and barcode; the image of the glass is its label", async () => {
    const slide = await probeSlide(await buildVentana(SIDE_BY_SIDE));
    expect(slide).toMatchObject({ pixelSizeUm: { x: 0.465, y: 0.465 }, objectivePower: 20 });
    expect(slide.properties).toMatchObject({ "ventana.ScannerModel": "iScan Coreo", "ventana.Barcode1D": "A1" });
    expect(slide.associatedImages).toEqual([{ name: "label", width: 40, height: 30 }]);
  });
});

describe("a Ventana slide is rejected", () => {
  const cases: [what: string, more: Partial<VentanaSpec>, reason: string][] = [
    ["of several focal planes", { scanAttributes: 'z="1"', change: (xml) => xml }, "unsupported"],
    ["whose description ends too early", { change: (xml) => xml.slice(0, -9) }, "damaged"],
    [
      "whose tiles overlap by more than half",
      { change: (xml) => xml.replaceAll('OverlapX="8"', 'OverlapX="60"') },
      "damaged",
    ],
    ["whose area has too many tiles", { change: (xml) => xml.replace('NumRows="3"', 'NumRows="3000000"') }, "tooLarge"],
    ["whose area lies between tiles", { change: (xml) => xml.replace('OriginX="0"', 'OriginX="13"') }, "damaged"],
    ["whose area has different tiles", { change: (xml) => xml.replace(' Width="64"', ' Width="65"') }, "damaged"],
    [
      "with an area that has no origin",
      { change: (xml) => xml.replace("<AOI0", '<AOI1 OriginX="0" OriginY="0"/><AOI0') },
      "damaged",
    ],
  ];
  for (const [what, more, reason] of cases) {
    it(what, async () => {
      const bytes = await buildVentana({ ...OVERLAPPING, levels: 1, ...more });
      const isDeep = what === "of several focal planes";
      const file = isDeep
        ? Buffer.from(bytes.toString("latin1").replace('Z-layers="1"', 'Z-layers="3"'), "latin1")
        : bytes;
      await expect(probeSlideFile(await fileOf(file))).rejects.toMatchObject({ name: "SlideFileError", reason });
    });
  }
});

describeWithOpenSlide("a Ventana slide, next to OpenSlide", () => {
  for (const [what, spec] of [
    ["whose tiles overlap", OVERLAPPING],
    ["whose tiles do not overlap", SIDE_BY_SIDE],
  ] as const) {
    it(`${what} shows the same slide`, async () => {
      const bytes = await buildVentana(spec);
      const path = await fileOf(bytes);
      const slide = await probeSlide(bytes);
      const theirs = await openSlideProperties(path);
      expect(theirs.get("openslide.vendor")).toBe("ventana");
      expect(theirs.get("ventana.ScanRes")).toBe(slide.properties["ventana.ScanRes"]);
      for (const [index, level] of slide.levels.entries()) {
        expect(theirs.get(`openslide.level[${index}].width`)).toBe(String(level.width));
        expect(theirs.get(`openslide.level[${index}].height`)).toBe(String(level.height));
        expect(meanError(await assembleLevel(slide, index), await openSlideLevel(path, index, level))).toBeLessThan(4);
      }
    });
  }
});
