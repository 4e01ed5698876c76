import { describe, expect, it } from "vitest";
import { copyPicture, cutPicture, decodePicture, whitePicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildLeica, type LeicaImageSpec, type LeicaSpec } from "../../testing/build-leica.ts";
import { describeWithOpenSlide, openSlideLevel, openSlideProperties } from "../../testing/openslide-program.ts";
import { buildPicture, compareSamples } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { fileOf, probeSlide } = temporarySlideFiles();

/** A full-resolution pixel of each region. */
const NM = 500;

const MACRO: LeicaImageSpec = {
  leftNm: 0,
  topNm: 0,
  widthNm: 1_000_000,
  heightNm: 3_000_000,
  pictures: [{ picture: buildPicture(100, 300) }, { picture: buildPicture(25, 75) }],
};

/** A region with a second level of a quarter of its size. */
function regionAt(left: number, top: number, width: number, height: number, seed: number): LeicaImageSpec {
  return {
    leftNm: left * NM,
    topNm: top * NM,
    widthNm: width * NM,
    heightNm: height * NM,
    pictures: [
      { picture: buildPicture(width, height, 3, seed) },
      { picture: buildPicture(width / 4, height / 4, 3, seed + 1) },
    ],
  };
}

function specOf(...regions: LeicaImageSpec[]): LeicaSpec {
  return { widthNm: 1_000_000, heightNm: 3_000_000, images: [MACRO, ...regions], barcode: "UzEyLTAwMQ==" };
}

const ONE = specOf(regionAt(300, 800, 240, 180, 5));
/** Their distance is not a multiple of the tile size. */
const TWO = specOf(regionAt(300, 800, 240, 180, 5), regionAt(616, 1100, 120, 100, 7));

describe("a Leica SCN file of one region", () => {
  it("shows that region from the file's own tiles, with the macro image", async () => {
    const slide = await probeSlide(await buildLeica(ONE));
    expect(slide).toMatchObject({ format: "leica-scn", width: 240, height: 180, isRecoding: false, planes: null });
    expect(slide).toMatchObject({ pixelSizeUm: { x: 0.5, y: 0.5 }, objectivePower: 20 });
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [240, 180, 1],
      [60, 45, 4],
    ]);
    expect(slide.associatedImages).toEqual([{ name: "macro", width: 100, height: 300 }]);
    const macro = await decodePicture((await slide.readAssociatedImage("macro")).bytes);
    expect(macro).toMatchObject({ width: 100, height: 300 });
    expect(slide.directory).toBeDefined();
  });

  it("has scanner, date and barcode", async () => {
    const { properties } = await probeSlide(await buildLeica(ONE));
    expect(properties).toEqual({
      "leica.device-model": "Leica SCN400;Leica SCN",
      "leica.device-version": "1.5.0.10864 2012/02/15 21:46:43",
      "leica.creation-date": "2012-05-07T09:31:45.73Z",
      "leica.objective": "20",
      "leica.aperture": "0.4",
      "leica.illumination-source": "brightfield",
      "leica.barcode": "S12-001",
    });
  });

  it("of the older namespace is also read; a barcode that is not base64 is unchanged", async () => {
    const slide = await probeSlide(await buildLeica({ ...ONE, namespace: "2010/03/10", barcode: "S12-001" }));
    expect(slide).toMatchObject({ format: "leica-scn", width: 240 });
    expect(slide.properties["leica.barcode"]).toBe("S12-001");
  });

  it("with only a macro image shows it", async () => {
    const slide = await probeSlide(await buildLeica(specOf()));
    expect(slide).toMatchObject({ width: 100, height: 300, pixelSizeUm: { x: 10, y: 10 }, associatedImages: [] });
  });
});

describe("a Leica SCN file of several regions", () => {
  it("shows them at their positions on one canvas of minimal size, with white between them", async () => {
    const slide = await probeSlide(await buildLeica(TWO));
    expect(slide).toMatchObject({ width: 436, height: 400, isRecoding: true });
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [436, 400, 1],
      [109, 100, 4],
    ]);
    expect(slide.properties["leica.regions"]).toBe("2 of 2");
    const [first, second] = await Promise.all([
      probeSlide(await buildLeica(ONE)),
      probeSlide(await buildLeica(specOf(TWO.images[2]!))),
    ]);
    const shown = await assembleLevel(slide, 0);
    const expected = whitePicture(436, 400);
    copyPicture(await assembleLevel(first, 0), expected, 0, 0);
    copyPicture(await assembleLevel(second, 0), expected, 316, 300);
    const { greatest, different } = compareSamples(shown.samples, expected.samples);
    // Painted tiles are JPEG-compressed again; white between the regions may ring at their edges.
    expect(greatest).toBeLessThan(60);
    expect(different / shown.samples.length).toBeLessThan(0.7);
    const mean = shown.samples.reduce((sum, value, at) => sum + Math.abs(value - expected.samples[at]!), 0);
    expect(mean / shown.samples.length).toBeLessThan(2);
  });

  it("sends one of the file's own tiles unchanged", async () => {
    const slide = await probeSlide(await buildLeica(TWO));
    const alone = await probeSlide(await buildLeica(ONE));
    const [together, own] = [await slide.readTile(0, 1, 1), await alone.readTile(0, 1, 1)];
    expect(together.bytes.equals(own.bytes)).toBe(true);
    const between = await slide.readTile(0, 5, 1);
    expect((await decodePicture(between.bytes)).samples.every((sample) => sample === 255)).toBe(true);
  });

  it("omits those of another resolution, and reports it", async () => {
    const coarse: LeicaImageSpec = { ...regionAt(616, 1100, 120, 100, 7), widthNm: 240 * NM, heightNm: 200 * NM };
    const slide = await probeSlide(await buildLeica(specOf(regionAt(300, 800, 240, 180, 5), coarse)));
    expect(slide).toMatchObject({ width: 240, height: 180, isRecoding: false });
    expect(slide.properties["leica.regions"]).toBe("1 of 2");
  });
});

describe("planes of a Leica SCN file", () => {
  const size = { leftNm: 300 * NM, topNm: 800 * NM, widthNm: 128 * NM, heightNm: 96 * NM };

  it("channels are grey, with their names and colours", async () => {
    const pictures = [0, 1].flatMap((channel) => [
      { picture: buildPicture(128, 96, 1, channel + 1), channel },
      { picture: buildPicture(32, 24, 1, channel + 3), channel },
    ]);
    const channels = [
      { name: "DAPI", rgb: "#0000ff" },
      { name: "FITC", rgb: "#00ff00" },
    ];
    const slide = await probeSlide(await buildLeica(specOf({ ...size, pictures, channels })));
    expect(slide.planes).toMatchObject({
      channels: [
        { name: "DAPI", colour: "#0000ff" },
        { name: "FITC", colour: "#00ff00" },
      ],
      sampleBits: 8,
      depths: 1,
    });
    expect(slide.levels.map(({ width }) => width)).toEqual([128, 32]);
    const [one, other] = [0, 1].map((channel) => slide.readTile(0, 0, 0, { plane: { channel, depth: 0, time: 0 } }));
    const expected = buildPicture(128, 96, 1, 2);
    const shown = await decodePicture((await other!).bytes);
    const grey = Buffer.from(shown.samples.filter((_, at) => at % 3 === 0));
    expect(
      compareSamples(grey, cutPicture(expected, { left: 0, top: 0, width: 64, height: 64 }).samples).greatest,
    ).toBeLessThan(40);
    expect((await one!).bytes.equals((await other!).bytes)).toBe(false);
  });

  it("focal planes are in colour", async () => {
    const pictures = [0, 1, 2].map((depth) => ({ picture: buildPicture(128, 96, 3, depth + 1), depth }));
    const slide = await probeSlide(await buildLeica(specOf({ ...size, pictures, spacingZ: 1500 })));
    expect(slide.planes).toMatchObject({ channels: [], depths: 3, depthSpacingUm: 1.5 });
    const tiles = await Promise.all(
      [0, 2].map((depth) => slide.readTile(0, 0, 0, { plane: { channel: 0, depth, time: 0 } })),
    );
    expect(tiles[0]!.bytes.equals(tiles[1]!.bytes)).toBe(false);
  });
});

describe("a Leica SCN file is rejected", () => {
  const cases: [what: string, change: (xml: string) => string][] = [
    ["if its description ends too early", (xml) => xml.slice(0, -20)],
    ["if its image is in a missing directory", (xml) => xml.replace('ifd="2"', 'ifd="99"')],
    ["if its image and its directory have different sizes", (xml) => xml.replace('sizeX="240"', 'sizeX="241"')],
    ["if its region has no position", (xml) => xml.replaceAll("offsetX", "nowhere")],
    ["if its region is absurdly large", (xml) => xml.replace(`sizeX="${240 * NM}"`, 'sizeX="99999999999999"')],
    ["if it describes no image", (xml) => xml.replace(/<dimension[^>]*>/g, "")],
  ];
  for (const [what, change] of cases) {
    it(what, async () => {
      const path = await fileOf(await buildLeica({ ...ONE, change }));
      await expect(probeSlideFile(path)).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
    });
  }

  it("if its regions are farther apart than the width of any glass", async () => {
    const spec = { ...specOf(regionAt(0, 0, 240, 180, 5), regionAt(1_900_000, 0, 120, 100, 7)), widthNm: 999_999_999 };
    const path = await fileOf(await buildLeica(spec));
    await expect(probeSlideFile(path)).rejects.toMatchObject({ name: "SlideFileError", reason: "tooLarge" });
  });
});

describeWithOpenSlide("a Leica SCN file, next to OpenSlide", () => {
  it("has OpenSlide's pixels, whose canvas is the glass instead of the regions", async () => {
    const path = await fileOf(await buildLeica(ONE));
    const slide = await probeSlide(await buildLeica(ONE));
    const theirs = await openSlideProperties(path);
    expect(theirs.get("openslide.vendor")).toBe("leica");
    expect(theirs.get("openslide.level-count")).toBe("2");
    expect(theirs.get("leica.device-model")).toBe(slide.properties["leica.device-model"]);
    for (const [index, level] of slide.levels.entries()) {
      const expected = await openSlideLevel(path, index, level, [300, 800]);
      expect(compareSamples((await assembleLevel(slide, index)).samples, expected.samples).greatest).toBe(0);
    }
  });

  it("with two regions has them at the same distance", async () => {
    const path = await fileOf(await buildLeica(TWO));
    const slide = await probeSlide(await buildLeica(TWO));
    const shown = await assembleLevel(slide, 0);
    const theirs = await openSlideLevel(path, 0, slide.levels[0]!, [300, 800]);
    for (const region of [
      { left: 0, top: 0, width: 240, height: 180 },
      { left: 316, top: 300, width: 120, height: 100 },
    ]) {
      const { samples } = cutPicture(shown, region);
      const expected = cutPicture(theirs, region).samples;
      const mean = samples.reduce((sum, value, at) => sum + Math.abs(value - expected[at]!), 0) / samples.length;
      // Painted tiles are JPEG-compressed again; a shift by one pixel makes more than 10.
      expect(mean).toBeLessThan(4);
    }
  });
});
