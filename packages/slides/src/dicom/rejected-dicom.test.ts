/**
 * Inconsistent DICOM files: each is quickly rejected with a message, or shown as far as it is valid.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { SlideFileError } from "../slide-source.ts";
import { buildDicom, type DicomElements, itemOf, TRANSFER_SYNTAX } from "../testing/build-dicom.ts";
import { nativeFrames, nativeSlide, slideElements } from "../testing/build-dicom-slide.ts";
import { packRle } from "../testing/pack-rle.ts";
import { buildPicture, seededRandom } from "../testing/pictures.ts";
import { processorMs } from "../testing/processor-ms.ts";
import { temporarySlideFiles, tilesOf } from "../testing/slide-files.ts";
import { tagOf } from "./dicom-tags.ts";

const { folder, fileOf } = temporarySlideFiles();
const picture = buildPicture(150, 110);
const native = { native: nativeFrames(picture) };
const frames = tilesOf(picture).map(({ samples }) => [packRle(samples, 3, 1)]);

/** A sequence that is read, so that its contents matter. */
const OPTICAL_PATHS = tagOf("OpticalPathSequence");

const withElements = (elements: DicomElements) => nativeSlide(picture, { elements });
const withBefore = (before: Buffer) => buildDicom({ elements: slideElements(picture), before, pixels: native });
const rle = (elements: DicomElements = {}, table: "basic" | "extended" | "none" = "basic") =>
  buildDicom({
    transferSyntax: TRANSFER_SYNTAX.rle,
    elements: slideElements(picture, elements),
    pixels: { frames, table },
  });

/** An element with a custom header, explicit VR. */
function element(tag: number, vr: string, length: number, value = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16LE(tag >>> 16, 0);
  header.writeUInt16LE(tag & 0xffff, 2);
  header.write(vr, 4);
  header.writeUInt32LE(length, 8);
  return Buffer.concat([header, value]);
}

/** Nested sequences, each with a delimiter. */
function nested(depth: number): Buffer {
  const sequence = element(0x00091001, "SQ", 0xffffffff);
  const item = Buffer.from("feff00e0ffffffff", "hex");
  return Buffer.concat(Array.from({ length: depth }, () => [sequence, item]).flat());
}

/** An overwritten offset table. */
function withTable(change: (table: Buffer) => void): Buffer {
  const bytes = rle();
  const at = bytes.lastIndexOf(Buffer.from("feff00e024000000", "hex"));
  change(bytes.subarray(at + 8, at + 8 + 36));
  return bytes;
}

const good = nativeSlide(picture);

const cases: [what: string, bytes: Uint8Array, reason: SlideFileError["reason"]][] = [
  ["nothing after its prefix", good.subarray(0, 132), "notASlide"],
  ["truncated in its description", good.subarray(0, 500), "truncated"],
  ["truncated in its pixels", good.subarray(0, good.length - 1000), "truncated"],
  ["without pixels", buildDicom({ elements: slideElements(picture) }), "truncated"],
  ["sequences nested 10,000 deep", withBefore(nested(10_000)), "damaged"],
  ["a value of 4 GB", withBefore(element(0x00091001, "OB", 0xfffffff0)), "truncated"],
  ["an endless value", withBefore(element(0x00091001, "OB", 0xffffffff)), "damaged"],
  [
    "an item longer than its sequence",
    withBefore(
      element(
        OPTICAL_PATHS,
        "SQ",
        16,
        Buffer.concat([itemOf(Buffer.alloc(0)), Buffer.from("feff00e000ffff00", "hex")]),
      ),
    ),
    "damaged",
  ],
  ["letters where a name should be", withBefore(Buffer.from("0900011021212121", "hex")), "damaged"],
  [
    "100,001 elements",
    withBefore(Buffer.concat(Array.from({ length: 100_001 }, () => element(0x00091001, "OB", 0)))),
    "tooLarge",
  ],
  [
    "100,001 items",
    withBefore(
      element(
        OPTICAL_PATHS,
        "SQ",
        800_008,
        Buffer.concat(Array.from({ length: 100_001 }, () => itemOf(Buffer.alloc(0)))),
      ),
    ),
    "tooLarge",
  ],
  ["2^31 frames", withElements({ NumberOfFrames: 2 ** 31 }), "tooLarge"],
  ["no frames", withElements({ NumberOfFrames: 0 }), "damaged"],
  ["a number of frames in words", withElements({ NumberOfFrames: "many" }), "damaged"],
  ["more frames than pixels", withElements({ NumberOfFrames: 100 }), "damaged"],
  ["fewer frames than tiles", withElements({ NumberOfFrames: 8 }), "damaged"],
  ["no rows", withElements({ Rows: 0 }), "damaged"],
  ["no total columns", withElements({ TotalPixelMatrixColumns: 0 }), "damaged"],
  ["2^32 - 1 total columns", withElements({ TotalPixelMatrixColumns: 2 ** 32 - 1 }), "tooLarge"],
  [
    "more than 4,000,000 tiles",
    withElements({ TotalPixelMatrixColumns: 2 ** 20, TotalPixelMatrixRows: 2 ** 20 }),
    "tooLarge",
  ],
  ["tiles of 65,535 x 65,535 px", withElements({ Rows: 65_535, Columns: 65_535 }), "tooLarge"],
  ["seven samples per pixel", withElements({ SamplesPerPixel: 7 }), "unsupported"],
  ["samples of 32 bits", withElements({ BitsAllocated: 32, BitsStored: 32 }), "unsupported"],
  ["12 bits stored in 8", withElements({ BitsStored: 12 }), "unsupported"],
  ["a palette", withElements({ PhotometricInterpretation: "PALETTE COLOR", SamplesPerPixel: 1 }), "unsupported"],
  [
    "declared as encapsulated, but is not",
    buildDicom({ transferSyntax: TRANSFER_SYNTAX.rle, elements: slideElements(picture), pixels: native }),
    "damaged",
  ],
  [
    "declared as not encapsulated, but is",
    buildDicom({ elements: slideElements(picture), pixels: { frames } }),
    "damaged",
  ],
  ["a decreasing table", withTable((table) => table.writeUInt32LE(0, 16)), "damaged"],
  ["a table that points beyond the end", withTable((table) => table.writeUInt32LE(0xfffffff0, 32)), "truncated"],
  [
    "a table that points between the tiles",
    withTable((table) => table.writeUInt32LE(table.readUInt32LE(4) + 2, 4)),
    "damaged",
  ],
  [
    "a wide table that points beyond the end",
    rle({ ExtendedOffsetTable: frames.map(() => 2 ** 50) }, "extended"),
    "truncated",
  ],
  [
    "fewer tiles than stated, without a table",
    rle({ NumberOfFrames: 10, TotalPixelMatrixFocalPlanes: 1 }, "none"),
    "damaged",
  ],
  [
    "invalid JPEG",
    buildDicom({
      transferSyntax: TRANSFER_SYNTAX.jpeg,
      elements: slideElements(picture),
      pixels: { frames, table: "basic" },
    }),
    "damaged",
  ],
  [
    "invalid deflated bytes",
    Buffer.concat([
      nativeSlide(picture, { transferSyntax: TRANSFER_SYNTAX.deflated }).subarray(0, 300),
      Buffer.alloc(900, 0x55),
    ]),
    "damaged",
  ],
  [
    "80 MB of spaces, deflated",
    nativeSlide(picture, {
      transferSyntax: TRANSFER_SYNTAX.deflated,
      elements: { PatientComments: "x" },
      before: element(0x00091001, "OB", 80_000_000, Buffer.alloc(80_000_000)),
    }),
    "tooLarge",
  ],
  ["only annotations", buildDicom({ elements: { SOPClassUID: "1.2.840.10008.5.1.4.1.1.91.1" } }), "notASlide"],
];

describe("inconsistent DICOM files", () => {
  for (const [what, bytes, reason] of cases) {
    it(`${what}: ${reason}, with a message`, async () => {
      const started = processorMs();
      const error = await probeSlideFile(await fileOf(bytes)).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(SlideFileError);
      expect(error).toMatchObject({ reason, message: expect.stringMatching(/^[A-Z].{15,}\.$/) });
      expect(processorMs() - started).toBeLessThan(2000);
    });
  }

  it("a description after the pixels is ignored", async () => {
    const slide = await openSlideFile(await fileOf(Buffer.concat([good, Buffer.alloc(77, 0x20)])));
    expect(slide.width).toBe(150);
    await slide.close();
  });
});

it("returns a slide or SlideFileError for 600 damaged slides", async () => {
  const random = seededRandom(7);
  const small = buildPicture(70, 50);
  const sparse: DicomElements = {
    DimensionOrganizationType: "TILED_SPARSE",
    PerFrameFunctionalGroupsSequence: [0, 1, 2, 3].map((i) => ({
      PlanePositionSlideSequence: [
        {
          ColumnPositionInTotalImagePixelMatrix: 1 + (i % 2) * 64,
          RowPositionInTotalImagePixelMatrix: 1 + (i >> 1) * 48,
        },
      ],
    })),
  };
  const originals = [
    nativeSlide(small, { hasMarkedEnds: true, elements: { OpticalPathSequence: [{ OpticalPathIdentifier: "1" }] } }),
    nativeSlide(small, { transferSyntax: TRANSFER_SYNTAX.implicit, elements: sparse }),
    buildDicom({
      transferSyntax: TRANSFER_SYNTAX.rle,
      elements: slideElements(small, sparse),
      pixels: { frames: tilesOf(small).map(({ samples }) => [packRle(samples, 3, 1)]), table: "basic" },
    }),
  ];
  let rejected = 0;
  for (let i = 0; i < 600; i++) {
    const bytes = Buffer.from(originals[i % originals.length]!);
    const description = Math.min(bytes.length, 1100);
    for (let change = 0; change < 3; change++) {
      const at = 132 + Math.floor(random() * (description - 132));
      bytes[at] = random() < 0.4 ? 255 : Math.floor(random() * 256);
    }
    const path = join(folder(), "damaged.dcm");
    await writeFile(path, bytes);
    try {
      const slide = await openSlideFile(path);
      try {
        await slide.readTile(0, 0, 0);
        await slide.readAnnotations?.();
      } finally {
        await slide.close();
      }
    } catch (error) {
      if (!(error instanceof SlideFileError)) throw error;
      rejected += 1;
    }
  }
  expect(rejected).toBeGreaterThan(100);
}, 60_000);
