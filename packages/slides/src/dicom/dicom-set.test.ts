/**
 * Slides in several DICOM files, built here: levels, label and overview, concatenations, sparse tilings, channels, focal
 * planes; and sets that are not slides.
 */
import { describe, expect, it } from "vitest";
import { decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import { SlideFileError } from "../slide-source.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildDicom, type DicomElements, TRANSFER_SYNTAX } from "../testing/build-dicom.ts";
import { nativeSlide, slideElements } from "../testing/build-dicom-slide.ts";
import { temporaryDicomSets } from "../testing/dicom-sets.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { recodedLevel } from "../testing/recoded-level.ts";
import { TILE, tilesOf } from "../testing/slide-files.ts";

const probeSet = temporaryDicomSets();
const picture = buildPicture(150, 110);
const QUALITY = 90;

const tileBytes = TILE.width * TILE.height * 3;
const framesOf = (from: RawPicture) => tilesOf(from).map(({ samples }) => samples);

async function differenceOf(shown: RawPicture, expected: RawPicture): Promise<number> {
  return compareSamples(shown.samples, (await recodedLevel(expected, QUALITY)).samples).greatest;
}

async function openingError(files: Readonly<Record<string, Uint8Array>>): Promise<SlideFileError> {
  const error = await probeSet(files).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SlideFileError);
  return error as SlideFileError;
}

describe("levels", () => {
  const half = buildPicture(75, 55, 3, 2);

  it("are found whatever the file names, among other files", async () => {
    const slide = await probeSet({
      "1.2.840.2": nativeSlide(half),
      "base.dcm": nativeSlide(picture),
      README: Buffer.from("Scanned on Monday."),
      "notes.txt": Buffer.from("Nothing to see."),
    });
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [150, 110, 1],
      [75, 55, 2],
    ]);
    expect(await differenceOf(await assembleLevel(slide, 0), picture)).toBe(0);
    expect(await differenceOf(await assembleLevel(slide, 1), half)).toBe(0);
  });

  it("of another shape are ignored", async () => {
    const slide = await probeSet({ a: nativeSlide(picture), b: nativeSlide(buildPicture(75, 20)) });
    expect(slide.levels).toHaveLength(1);
  });

  it("are those of the largest of several pyramids in one series", async () => {
    const slide = await probeSet({
      a: nativeSlide(picture, { elements: { PyramidUID: "1.1" } }),
      b: nativeSlide(half, { elements: { PyramidUID: "1.2" } }),
    });
    expect(slide.levels).toHaveLength(1);
  });
});

describe("label, overview and thumbnail", () => {
  const role = (name: string, more: DicomElements = {}): DicomElements => ({
    ImageType: `ORIGINAL\\PRIMARY\\${name}\\NONE`,
    SOPInstanceUID: `1.2.${name.length}`,
    ...more,
  });
  const label = buildPicture(100, 60, 3, 5);

  it("become associated images, assembled from their tiles; the label provides its text", async () => {
    const slide = await probeSet({
      a: nativeSlide(picture, { elements: { ContainerIdentifier: "S-1" } }),
      // In a separate series, as with some scanners.
      b: nativeSlide(label, { elements: role("LABEL", { SeriesInstanceUID: "9.9", BarcodeValue: "S-1-A" }) }),
      c: nativeSlide(buildPicture(60, 40), { elements: role("OVERVIEW") }),
      d: nativeSlide(buildPicture(75, 55), { elements: role("THUMBNAIL") }),
    });
    expect(slide.levels).toHaveLength(1);
    expect(slide.associatedImages).toEqual([
      { name: "label", width: 100, height: 60 },
      { name: "macro", width: 60, height: 40 },
      { name: "thumbnail", width: 75, height: 55 },
    ]);
    expect(slide.properties["dicom.BarcodeValue"]).toBe("S-1-A");
    const read = await decodePicture((await slide.readAssociatedImage("label")).bytes);
    expect([read.width, read.height]).toEqual([100, 60]);
    const off = read.samples.reduce((sum, sample, i) => sum + Math.abs(sample - label.samples[i]!), 0);
    expect(off / read.samples.length).toBeLessThan(6);
  });

  it("of another glass are omitted", async () => {
    const slide = await probeSet({
      a: nativeSlide(picture, { elements: { ContainerIdentifier: "S-1" } }),
      b: nativeSlide(label, { elements: role("LABEL", { SeriesInstanceUID: "9.9", ContainerIdentifier: "S-2" }) }),
    });
    expect(slide.associatedImages).toEqual([]);
  });

  it("without a slide are rejected", async () => {
    const error = await openingError({ b: nativeSlide(label, { elements: role("LABEL") }) });
    expect([error.reason, error.message]).toEqual(["notASlide", expect.stringContaining("label")]);
  });
});

describe("concatenations", () => {
  const frames = framesOf(picture);
  const part = (number: number, from: number, to: number, more: DicomElements = {}) =>
    buildDicom({
      elements: slideElements(picture, {
        SOPInstanceUID: `1.2.7.${number}`,
        NumberOfFrames: to - from,
        ConcatenationUID: "1.2.7",
        InConcatenationNumber: number,
        InConcatenationTotalNumber: 3,
        ConcatenationFrameOffsetNumber: from,
        ...more,
      }),
      pixels: { native: Buffer.concat(frames.slice(from, to)) },
    });
  const files = { c: part(1, 0, 4), a: part(2, 4, 5), b: part(3, 5, 9) };

  it("are one level, in any order of their files", async () => {
    const slide = await probeSet(files);
    expect(slide.levels).toHaveLength(1);
    expect(await differenceOf(await assembleLevel(slide, 0), picture)).toBe(0);
  });

  it("with a missing part are rejected", async () => {
    const error = await openingError({ a: files.a, c: files.c });
    expect([error.reason, error.message]).toEqual(["truncated", expect.stringContaining("2 of 3 parts are here")]);
    expect((await openingError({ a: files.a })).message).toContain(": 1 of ");
  });

  it("with inconsistent parts are rejected", async () => {
    expect((await openingError({ ...files, b: part(3, 5, 9, { ConcatenationFrameOffsetNumber: 6 }) })).reason).toBe(
      "damaged",
    );
    expect((await openingError({ ...files, b: part(3, 5, 9, { TotalPixelMatrixColumns: 149 }) })).reason).toBe(
      "damaged",
    );
  });
});

describe("sparse tilings", () => {
  interface Frame {
    readonly column: number;
    readonly row: number;
    readonly samples: Uint8Array;
    readonly heightUm?: number;
    readonly path?: string;
  }
  const placeOf = ({ column, row, heightUm, path }: Frame): DicomElements => ({
    PlanePositionSlideSequence: [
      {
        ColumnPositionInTotalImagePixelMatrix: column * TILE.width + 1,
        RowPositionInTotalImagePixelMatrix: row * TILE.height + 1,
        ...(heightUm === undefined ? {} : { ZOffsetInSlideCoordinateSystem: heightUm }),
      },
    ],
    ...(path === undefined ? {} : { OpticalPathIdentificationSequence: [{ OpticalPathIdentifier: path }] }),
  });
  const sparse = (frames: readonly Frame[], from: RawPicture = picture, elements: DicomElements = {}) =>
    buildDicom({
      elements: slideElements(from, {
        DimensionOrganizationType: "TILED_SPARSE",
        NumberOfFrames: frames.length,
        PerFrameFunctionalGroupsSequence: frames.map(placeOf),
        ...elements,
      }),
      pixels: { native: Buffer.concat(frames.map(({ samples }) => samples)) },
    });
  const all = framesOf(picture).map((samples, i): Frame => ({ column: i % 3, row: Math.floor(i / 3), samples }));

  it("in any order; missing tiles are white, or of the colour recommended by the file", async () => {
    const shuffled = [7, 2, 0, 8, 3, 6, 1, 5].map((i) => all[i]!);
    const slide = await probeSet({ a: sparse(shuffled) });
    const expected = await recodedLevel(picture, QUALITY);
    const shown = await assembleLevel(slide, 0);
    for (const [x, y] of [
      [0, 0],
      [100, 20],
      [149, 109],
      [10, 70],
    ] as const) {
      const at = (y * 150 + x) * 3;
      expect([...shown.samples.subarray(at, at + 3)]).toEqual([...expected.samples.subarray(at, at + 3)]);
    }
    const hole = (60 * 150 + 70) * 3;
    expect([...shown.samples.subarray(hole, hole + 3)]).toEqual([255, 255, 255]);
    const green = { RecommendedAbsentPixelCIELabValue: [45_000, 22_000, 44_000] };
    const coloured = await probeSet({ a: sparse(shuffled, picture, green) });
    const [red, greenish] = (await decodePicture((await coloured.readTile(0, 1, 1)).bytes)).samples;
    expect(greenish! - red!).toBeGreaterThan(60);
  });

  it("show the first of two frames at one position", async () => {
    const other = { ...all[0]!, samples: Buffer.alloc(tileBytes, 9) };
    const slide = await probeSet({ a: sparse([...all, other]) });
    expect(slide.planes).toBeNull();
    expect(await differenceOf(await assembleLevel(slide, 0), picture)).toBe(0);
  });

  it("of tiles at several heights have focal planes, from the lowest up, even if heights differ between tiles", async () => {
    const at = (heightUm: number, value: number) =>
      all.map(
        (frame, i): Frame => ({ ...frame, heightUm: heightUm + i / 10, samples: Buffer.alloc(tileBytes, value) }),
      );
    const slide = await probeSet({ a: sparse([...at(6, 60), ...at(2, 20), ...at(4, 40)]) });
    expect(slide.planes).toMatchObject({ channels: [], depths: 3, depthSpacingUm: 2 });
    for (const [depth, value] of [20, 40, 60].entries()) {
      const tile = await slide.readTile(0, 1, 2, { plane: { channel: 0, depth, time: 0 } });
      expect((await decodePicture(tile.bytes)).samples[0]).toBe(value);
    }
    await expect(slide.readTile(0, 0, 0, { plane: { channel: 0, depth: 3, time: 0 } })).rejects.toThrow(RangeError);
  });

  it("of several optical paths have a channel for each; a channel without a tile is dark", async () => {
    const grey = buildPicture(150, 110, 1);
    const path = (name: string, value: number) =>
      all.map((frame): Frame => ({ ...frame, path: name, samples: Buffer.alloc(TILE.width * TILE.height, value) }));
    const frames = [...path("b", 70).slice(1), ...path("a", 30)];
    const OpticalPathSequence = [
      { OpticalPathIdentifier: "a", OpticalPathDescription: "DAPI" },
      { OpticalPathIdentifier: "b", IlluminationWaveLength: 630 },
    ];
    const slide = await probeSet({ a: sparse(frames, grey, { OpticalPathSequence }) });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["630 nm", "DAPI"]);
    const valueAt = async (channel: number, x: number) =>
      (await decodePicture((await slide.readTile(0, x, 0, { plane: { channel, depth: 0, time: 0 } })).bytes))
        .samples[0];
    expect([await valueAt(0, 0), await valueAt(0, 1), await valueAt(1, 0)]).toEqual([0, 70, 30]);
  });

  const lies: [what: string, frames: readonly Frame[], reason: SlideFileError["reason"]][] = [
    ["a tile outside the image", [{ ...all[0]!, column: 3 }], "damaged"],
    ["a tile to the left of it", [{ ...all[0]!, column: -1 }], "damaged"],
    ["a tile between grid positions", [{ ...all[0]!, column: 0.5 }], "unsupported"],
  ];
  for (const [what, frames, reason] of lies) {
    it(`${what}: ${reason}`, async () => {
      expect((await openingError({ a: sparse(frames) })).reason).toBe(reason);
    });
  }

  it("without positions are rejected", async () => {
    const bytes = nativeSlide(picture, { elements: { DimensionOrganizationType: "TILED_SPARSE" } });
    expect((await openingError({ a: bytes })).message).toContain("where its tiles lie");
  });
});

describe("planes of a full tiling", () => {
  const grey = buildPicture(150, 110, 1);
  const flat = (value: number, tiles = 9) => Buffer.alloc(TILE.width * TILE.height * tiles, value);
  const paths = ["Hoechst 33342", "FITC", "unknown"].map((OpticalPathDescription, i) => ({
    OpticalPathIdentifier: String(i),
    OpticalPathDescription,
  }));
  const valueAt = async (slide: Awaited<ReturnType<typeof probeSet>>, channel: number, depth: number, level = 0) =>
    (await decodePicture((await slide.readTile(level, 0, 0, { plane: { channel, depth, time: 0 } })).bytes)).samples[0];

  it("focal planes come before optical paths", async () => {
    const elements: DicomElements = {
      NumberOfFrames: 54,
      OpticalPathSequence: paths,
      TotalPixelMatrixFocalPlanes: 2,
      DistanceBetweenFocalPlanes: 1.5,
    };
    const native = Buffer.concat([10, 11, 20, 21, 30, 31].map((value) => flat(value)));
    const slide = await probeSet({ a: nativeSlide(grey, { elements, pixels: { native } }) });
    expect(slide.planes).toMatchObject({ depths: 2, depthSpacingUm: 1.5, sampleBits: 8, times: 1 });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["Hoechst 33342", "FITC", "unknown"]);
    expect(new Set(slide.planes!.channels.map(({ colour }) => colour)).size).toBe(3);
    for (const [channel, depth, value] of [
      [0, 0, 10],
      [0, 1, 11],
      [1, 0, 20],
      [2, 1, 31],
    ] as const) {
      expect(await valueAt(slide, channel, depth)).toBe(value);
    }
  });

  it("optical paths that are only counted are also channels", async () => {
    const native = Buffer.concat([10, 20].map((value) => flat(value)));
    const elements = { NumberOfFrames: 18, NumberOfOpticalPaths: 2 };
    const slide = await probeSet({ a: nativeSlide(grey, { elements, pixels: { native } }) });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["Channel 1", "Channel 2"]);
    expect([await valueAt(slide, 0, 0), await valueAt(slide, 1, 0)]).toEqual([10, 20]);
  });

  it("an instance for each channel, also with equal identifiers; a level without all channels is omitted", async () => {
    const one = (name: string, value: number, from = grey, tiles = 9) =>
      nativeSlide(from, {
        elements: {
          SOPInstanceUID: `1.2.${value}`,
          InstanceNumber: value,
          OpticalPathSequence: [{ OpticalPathIdentifier: "1", OpticalPathDescription: name }],
        },
        pixels: { native: flat(value, tiles) },
      });
    const small = buildPicture(75, 55, 1);
    const smaller = buildPicture(38, 28, 1);
    const slide = await probeSet({
      a: one("FITC", 12),
      b: one("DAPI", 11),
      c: one("DAPI", 13, small, 4),
      d: one("FITC", 14, small, 4),
      e: one("FITC", 15, smaller, 1),
    });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["DAPI", "FITC"]);
    expect(slide.levels).toHaveLength(2);
    expect([
      await valueAt(slide, 0, 0),
      await valueAt(slide, 1, 0),
      await valueAt(slide, 0, 0, 1),
      await valueAt(slide, 1, 0, 1),
    ]).toEqual([11, 12, 13, 14]);
  });

  it("an instance for each height; a level with a single one is shown at every height", async () => {
    const one = (heightUm: number, value: number) =>
      nativeSlide(picture, {
        elements: {
          SOPInstanceUID: `1.2.${value}`,
          TotalPixelMatrixOriginSequence: [{ ZOffsetInSlideCoordinateSystem: heightUm }],
        },
        pixels: { native: Buffer.alloc(tileBytes * 9, value) },
      });
    const slide = await probeSet({
      a: one(3, 63),
      b: one(0, 60),
      c: one(1.5, 61),
      d: nativeSlide(buildPicture(75, 55)),
    });
    expect(slide.planes).toMatchObject({ channels: [], depths: 3, depthSpacingUm: 1.5 });
    expect([await valueAt(slide, 0, 0), await valueAt(slide, 0, 1), await valueAt(slide, 0, 2)]).toEqual([60, 61, 63]);
    expect(await valueAt(slide, 0, 2, 1)).toBe(await valueAt(slide, 0, 0, 1));
  });
});

describe("sets that are not slides", () => {
  it("two slides: both are reported", async () => {
    const other = { SeriesInstanceUID: "5.5", SeriesDescription: "Liver" };
    const error = await openingError({
      a: nativeSlide(picture, { elements: { SeriesDescription: "Kidney" } }),
      b: nativeSlide(picture, { elements: other }),
    });
    expect(error.message).toMatch(/2 slides \("Kidney", "Liver"\)/);
  });

  it("images of another kind", async () => {
    const ct = buildDicom({ elements: { SOPClassUID: "1.2.840.10008.5.1.4.1.1.2", Modality: "CT" } });
    expect(await openingError({ "1.dcm": ct, "2.dcm": ct })).toMatchObject({
      reason: "notASlide",
      message: expect.stringContaining("a CT image"),
    });
  });

  it("one file of the set is damaged: it is reported", async () => {
    const broken = nativeSlide(buildPicture(75, 55), { elements: { Rows: 0 } });
    expect((await openingError({ a: nativeSlide(picture), "broken.dcm": broken })).message).toContain("broken.dcm");
  });

  it("unsupported pixels are reported", async () => {
    const build = (transferSyntax: string) =>
      buildDicom({
        transferSyntax,
        elements: slideElements(picture),
        pixels: { frames: framesOf(picture).map((f) => [f]) },
      });
    expect((await openingError({ a: build(TRANSFER_SYNTAX.highThroughput) })).message).toContain(
      "High-Throughput JPEG 2000",
    );
    expect((await openingError({ a: build(TRANSFER_SYNTAX.losslessJpeg) })).message).toContain("lossless JPEG");
    expect((await openingError({ a: build("1.2.840.10008.1.2.4.999") })).message).toContain("an unknown format");
  });
});

it("a set is closed only after reads in progress", async () => {
  const slide = await probeSet({ a: nativeSlide(picture), b: nativeSlide(buildPicture(75, 55)) });
  const reading = slide.readTile(0, 0, 0);
  await Promise.all([slide.close(), slide.close()]);
  expect((await decodePicture((await reading).bytes)).width).toBe(64);
  await expect(slide.readTile(0, 0, 0)).rejects.toThrow("closed");
});
