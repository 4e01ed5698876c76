/**
 * Single DICOM files built here: every supported encoding of pixels, frames and elements.
 */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import {
  buildDicom,
  type DicomElements,
  type DicomSpec,
  type PixelSpec,
  TRANSFER_SYNTAX,
} from "../testing/build-dicom.ts";
import { nativeFrames, nativeSlide, slideElements } from "../testing/build-dicom-slide.ts";
import { encodeJpeg2000, encodeJpegLs } from "../testing/encode-samples.ts";
import { packRle } from "../testing/pack-rle.ts";
import { buildPicture, compareSamples, partOf } from "../testing/pictures.ts";
import { recodedLevel } from "../testing/recoded-level.ts";
import { temporarySlideFiles, tilesOf } from "../testing/slide-files.ts";

const { probeSlide } = temporarySlideFiles();
const picture = buildPicture(150, 110);
const grey = buildPicture(150, 110, 1);
const QUALITY = 90;

async function expectShown(bytes: Uint8Array, expected: RawPicture): Promise<void> {
  const slide = await probeSlide(bytes);
  const shown = await assembleLevel(slide, 0);
  expect(compareSamples(shown.samples, (await recodedLevel(expected, QUALITY)).samples).greatest).toBe(0);
}

function encapsulated(
  frames: readonly Uint8Array[],
  transferSyntax: string,
  elements: DicomElements = {},
  more: Partial<PixelSpec> = {},
) {
  return buildDicom({
    transferSyntax,
    elements: slideElements(picture, elements),
    pixels: { frames: frames.map((frame) => [frame]), ...more },
  });
}

describe("pixels without compression", () => {
  for (const name of ["explicit", "implicit", "bigEndian", "deflated"] as const) {
    for (const hasMarkedEnds of [false, true]) {
      it(`${name}, sequences ${hasMarkedEnds ? "with a delimiter" : "of defined length"}`, async () => {
        const elements = { OpticalPathSequence: [{ OpticalPathIdentifier: "1", ObjectiveLensPower: "40" }] };
        const bytes = nativeSlide(picture, { transferSyntax: TRANSFER_SYNTAX[name], hasMarkedEnds, elements });
        const slide = await probeSlide(bytes);
        expect([slide.objectivePower, slide.isRecoding, slide.planes]).toEqual([40, true, null]);
        await expectShown(bytes, picture);
      });
    }
  }

  it("colours plane by plane", async () => {
    const planes = tilesOf(picture).map(({ samples }) =>
      Buffer.concat([0, 1, 2].map((plane) => samples.filter((_, at) => at % 3 === plane))),
    );
    await expectShown(
      nativeSlide(picture, { elements: { PlanarConfiguration: 1 }, pixels: { native: Buffer.concat(planes) } }),
      picture,
    );
  });

  it("luma and chroma", async () => {
    // A grey picture has the chroma 128.
    const ybr = Buffer.from([...nativeFrames(grey)].flatMap((luma) => [luma, 128, 128]));
    await expectShown(
      nativeSlide(picture, { elements: { PhotometricInterpretation: "YBR_FULL" }, pixels: { native: ybr } }),
      {
        ...picture,
        samples: Buffer.from([...grey.samples].flatMap((v) => [v, v, v])),
      },
    );
  });

  it("chroma shared by two pixels", async () => {
    const luma = nativeFrames(grey);
    const pairs = Buffer.concat(
      Array.from({ length: luma.length / 2 }, (_, i) => Buffer.from([luma[i * 2]!, luma[i * 2 + 1]!, 128, 128])),
    );
    await expectShown(
      nativeSlide(picture, { elements: { PhotometricInterpretation: "YBR_FULL_422" }, pixels: { native: pairs } }),
      { ...picture, samples: Buffer.from([...grey.samples].flatMap((v) => [v, v, v])) },
    );
  });

  it("grey, and grey where 0 is white", async () => {
    await expectShown(nativeSlide(grey), grey);
    const negative = { ...grey, samples: Buffer.from(grey.samples.map((sample) => 255 - sample)) };
    const frames = Buffer.from(nativeFrames(grey).map((sample) => 255 - sample));
    expect(negative.samples[0]! + grey.samples[0]!).toBe(255);
    await expectShown(
      nativeSlide(grey, { elements: { PhotometricInterpretation: "MONOCHROME1" }, pixels: { native: frames } }),
      grey,
    );
  });

  it("colours of 16 bits are shown by their upper eight", async () => {
    const deep = Buffer.from([...nativeFrames(picture)].flatMap((sample) => [37, sample]));
    await expectShown(
      nativeSlide(picture, { elements: { BitsAllocated: 16, BitsStored: 16, HighBit: 15 }, pixels: { native: deep } }),
      picture,
    );
  });

  for (const name of ["explicit", "bigEndian"] as const) {
    it(`grey of 12 bits in 16, ${name}: one channel, whose tiles keep all bits`, async () => {
      const isBigEndian = name === "bigEndian";
      // Bits above the stored ones can have any value.
      const deep = Buffer.from(
        [...nativeFrames(grey)].flatMap((v) => (isBigEndian ? [0xf0 | (v >> 4), v] : [v, 0xf0 | (v >> 4)])),
      );
      const slide = await probeSlide(
        nativeSlide(grey, {
          transferSyntax: TRANSFER_SYNTAX[name],
          elements: { BitsAllocated: 16, BitsStored: 12, HighBit: 11 },
          pixels: { native: deep },
        }),
      );
      expect(slide.planes).toEqual({
        channels: [{ name: "Channel 1", colour: "#ffffff", window: { min: 0, max: 4095 } }],
        sampleBits: 16,
        depths: 1,
        depthSpacingUm: null,
        times: 1,
      });
      const { samples } = await decodePicture((await slide.readTile(0, 2, 2)).bytes);
      const expected = partOf(grey, 128, 96, 22, 14).samples;
      expect([...samples]).toEqual([...expected].flatMap((v) => [v >> 4, v, 0]));
    });
  }
});

describe("compressed frames", () => {
  const tiles = tilesOf(picture);

  it("RLE", async () => {
    await expectShown(
      encapsulated(
        tiles.map(({ samples }) => packRle(samples, 3, 1)),
        TRANSFER_SYNTAX.rle,
      ),
      picture,
    );
  });

  it("JPEG 2000 with its own component transform, whatever DICOM states", async () => {
    const frames = await Promise.all(tiles.map((tile) => encodeJpeg2000(tile)));
    for (const PhotometricInterpretation of ["RGB", "YBR_RCT"]) {
      await expectShown(encapsulated(frames, TRANSFER_SYNTAX.jpeg2000, { PhotometricInterpretation }), picture);
    }
  });

  it("JPEG-LS, colours side by side and plane by plane", async () => {
    for (const mode of [0, 2] as const) {
      const frames = await Promise.all(tiles.map((tile) => encodeJpegLs(tile, mode)));
      await expectShown(encapsulated(frames, TRANSFER_SYNTAX.jpegLs), picture);
    }
  });

  const jpegs = (chromaSubsampling: string, options = {}) =>
    Promise.all(
      tiles.map(({ samples, width, height }) =>
        sharp(samples, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 95, chromaSubsampling, ...options })
          .toBuffer(),
      ),
    );

  it("JPEG is passed through unchanged, and cropped at the edges without loss", async () => {
    const frames = await jpegs("4:2:0");
    const slide = await probeSlide(
      encapsulated(frames, TRANSFER_SYNTAX.jpeg, { PhotometricInterpretation: "YBR_FULL_422" }),
    );
    expect(slide.isRecoding).toBe(false);
    const tile = await slide.readTile(0, 1, 0);
    // A frame of an odd length is padded.
    expect([tile.mediaType, tile.bytes.subarray(0, frames[1]!.length).equals(frames[1]!)]).toEqual([
      "image/jpeg",
      true,
    ]);
    const edge = await decodePicture((await slide.readTile(0, 2, 2)).bytes);
    const whole = await decodePicture(frames[8]!);
    expect([edge.width, edge.height]).toEqual([22, 14]);
    // Except the chroma of the last column and row, as described in `codec/jpeg-cut.ts`.
    const inner = (from: RawPicture) => partOf(from, 0, 0, 20, 12).samples;
    expect(compareSamples(inner(edge), inner(whole)).greatest).toBe(0);
  });

  it("JPEG is decoded as RGB if DICOM states it and nothing in the JPEG contradicts it", async () => {
    const cases: [photometric: string, chromaSubsampling: string, isMarked: boolean][] = [
      ["RGB", "4:4:4", true],
      ["RGB", "4:2:0", false],
      ["YBR_FULL_422", "4:4:4", false],
    ];
    for (const [PhotometricInterpretation, chromaSubsampling, isMarked] of cases) {
      const frames = await jpegs(chromaSubsampling);
      const slide = await probeSlide(encapsulated(frames, TRANSFER_SYNTAX.jpeg, { PhotometricInterpretation }));
      const { bytes } = await slide.readTile(0, 0, 0);
      expect([PhotometricInterpretation, chromaSubsampling, bytes.includes("Adobe")]).toEqual([
        PhotometricInterpretation,
        chromaSubsampling,
        isMarked,
      ]);
      expect((await decodePicture(bytes)).width).toBe(64);
    }
  });

  it("a progressive JPEG at the edge is decoded, cropped and re-encoded", async () => {
    const slide = await probeSlide(
      encapsulated(await jpegs("4:4:4", { progressive: true }), TRANSFER_SYNTAX.jpeg, {
        PhotometricInterpretation: "YBR_FULL",
      }),
    );
    const edge = await decodePicture((await slide.readTile(0, 2, 0)).bytes);
    expect([edge.width, edge.height]).toEqual([22, 48]);
  });

  it("grey JPEG is passed through, and inverted if 0 is white", async () => {
    const frames = await Promise.all(
      tilesOf(grey).map(({ samples, width, height }) =>
        sharp(samples, { raw: { width, height, channels: 1 } })
          .toColourspace("b-w")
          .jpeg({ quality: 95 })
          .toBuffer(),
      ),
    );
    const build = (PhotometricInterpretation: string) =>
      buildDicom({
        transferSyntax: TRANSFER_SYNTAX.jpeg,
        elements: slideElements(grey, { PhotometricInterpretation }),
        pixels: { frames: frames.map((frame) => [frame]) },
      });
    const [normal, turned] = [await probeSlide(build("MONOCHROME2")), await probeSlide(build("MONOCHROME1"))];
    expect([normal.isRecoding, turned.isRecoding]).toEqual([false, true]);
    const [a, b] = [await assembleLevel(normal, 0), await assembleLevel(turned, 0)];
    // The inverted ones were re-encoded.
    const off = a.samples.reduce((sum, sample, i) => sum + Math.abs(sample + b.samples[i]! - 255), 0);
    expect(off / a.samples.length).toBeLessThan(3);
  });
});

describe("the positions of frames", () => {
  const tiles = tilesOf(picture);
  const packed = tiles.map(({ samples }) => packRle(samples, 3, 1));

  for (const table of ["none", "basic", "extended"] as const) {
    it(`located by ${table === "none" ? "no table" : `the ${table} offset table`}`, async () => {
      await expectShown(encapsulated(packed, TRANSFER_SYNTAX.rle, {}, { table }), picture);
    });
  }

  for (const table of ["none", "basic"] as const) {
    it(`in several fragments each, table: ${table}`, async () => {
      const frames = await Promise.all(tiles.map((tile) => encodeJpeg2000(tile)));
      const pieces = frames.map((frame) => [frame.subarray(0, 300), frame.subarray(300, 302), frame.subarray(302)]);
      await expectShown(
        buildDicom({
          transferSyntax: TRANSFER_SYNTAX.jpeg2000,
          elements: slideElements(picture),
          pixels: { frames: pieces, table },
        }),
        picture,
      );
    });
  }

  it("a single frame in many fragments", async () => {
    const small = buildPicture(64, 48);
    const frame = await encodeJpegLs(small);
    const pieces = Array.from({ length: Math.ceil(frame.length / 100) }, (_, i) =>
      frame.subarray(i * 100, i * 100 + 100),
    );
    await expectShown(
      buildDicom({
        transferSyntax: TRANSFER_SYNTAX.jpegLs,
        elements: slideElements(small),
        pixels: { frames: [pieces] },
      }),
      small,
    );
  });

  it("requested in any order, several at once", async () => {
    const slide = await probeSlide(encapsulated(packed, TRANSFER_SYNTAX.rle));
    const indices = [8, 0, 4, 8, 2, 7];
    const read = await Promise.all(indices.map((i) => slide.readTile(0, i % 3, Math.floor(i / 3))));
    const again = await slide.readTile(0, 2, 2);
    expect([read[0]!.bytes.equals(again.bytes), read[3]!.bytes.equals(again.bytes)]).toEqual([true, true]);
    expect(read[1]!.bytes.equals(again.bytes)).toBe(false);
  });

  it("an empty frame is a white tile", async () => {
    const slide = await probeSlide(encapsulated(packed.with(4, Buffer.alloc(0)), TRANSFER_SYNTAX.rle));
    const { samples, width } = await decodePicture((await slide.readTile(0, 1, 1)).bytes);
    expect([width, Math.min(...samples)]).toEqual([64, 255]);
  });
});

describe("the metadata of a file", () => {
  const read = (spec: Partial<DicomSpec>) => probeSlide(nativeSlide(buildPicture(64, 48), spec));

  it("pixel size from the spacing of rows and columns, in mm", async () => {
    const spacing: DicomElements = {
      SharedFunctionalGroupsSequence: [{ PixelMeasuresSequence: [{ PixelSpacing: [0.0005, 0.000499] }] }],
    };
    expect((await read({ elements: spacing })).pixelSizeUm).toEqual({ x: 0.499, y: 0.5 });
    // Of 64 x 48 pixels.
    const volume = { ImagedVolumeWidth: 0.032, ImagedVolumeHeight: 0.024 };
    expect((await read({ elements: volume })).pixelSizeUm!.x).toBeCloseTo(0.5, 6);
    expect((await read({})).pixelSizeUm).toBeNull();
  });

  it("properties by keyword, in the file's own character set", async () => {
    const elements: DicomElements = {
      SpecificCharacterSet: "ISO_IR 192",
      Manufacturer: "Mikroskope Jäger",
      PatientName: "Müller^Änne",
      PatientID: "4711",
      ReferringPhysicianName: "^^^^",
      SpecimenDescriptionSequence: [{ SpecimenIdentifier: "A-1", SpecimenShortDescription: "Niere" }],
      OpticalPathSequence: [{ OpticalPathIdentifier: "1", ICCProfile: Buffer.alloc(8) }],
    };
    const { properties } = await read({ elements });
    expect(properties).toMatchObject({
      "dicom.Manufacturer": "Mikroskope Jäger",
      "dicom.PatientName": "Müller^Änne",
      "dicom.PatientID": "4711",
      "dicom.SpecimenIdentifier": "A-1",
      "dicom.ICCProfile": "8 bytes",
      "dicom.TransferSyntax": "explicit VR little endian",
    });
    expect(properties).not.toHaveProperty("dicom.ReferringPhysicianName");
    const latin = { SpecificCharacterSet: "ISO_IR 100", Manufacturer: Buffer.from("Jäger", "latin1") };
    expect((await read({ elements: latin })).properties["dicom.Manufacturer"]).toBe("Jäger");
    const cyrillic = { SpecificCharacterSet: "ISO_IR 144", Manufacturer: Buffer.from([0xbb, 0xde, 0xdc, 0xde]) };
    expect((await read({ elements: cyrillic })).properties["dicom.Manufacturer"]).toBe("Ломо");
  });

  it("a thumbnail alone is a slide", async () => {
    expect((await read({ elements: { ImageType: "DERIVED\\PRIMARY\\THUMBNAIL\\RESAMPLED" } })).width).toBe(64);
  });
});
