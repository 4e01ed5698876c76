/**
 * Malicious DICOM files.
 *
 * Source: rule D-10 and check SEC-10; the names of the attack files in the test suite of Orthanc (orthanc-tests,
 * `Database/`): invalid rows, long tag, deeply nested sequence, monochrome out of bounds, XSS in the patient's name.
 */
import { deflateRawSync } from "node:zlib";
import { ITEM_TAG, UNDEFINED_LENGTH } from "../dicom/dicom-tags.ts";
import { buildDicom, type DicomElements, type DicomSpec, TRANSFER_SYNTAX } from "./build-dicom.ts";
import { nativeSlide, slideElements } from "./build-dicom-slide.ts";
import { encodeJpeg2000, encodeJpegLs } from "./encode-samples.ts";
import { type HostileFile, hostile, SCRIPT_TEXT } from "./hostile-file.ts";
import { withNumber } from "./hostile-numbers.ts";
import { buildPicture } from "./pictures.ts";

const MIB = 2 ** 20;
/** One tile. */
const small = buildPicture(40, 24);
const grey = buildPicture(40, 24, 1);
const MARKER_JPEG_LS_FRAME = Buffer.from([0xff, 0xf7]);

const native =
  (elements: DicomElements, spec: Partial<DicomSpec> = {}) =>
  () =>
    nativeSlide(small, { elements, ...spec });

function coded(transferSyntax: string, frame: Uint8Array, more: Partial<DicomSpec> = {}): Buffer {
  const elements = { ...slideElements(small), Rows: small.height, Columns: small.width };
  return buildDicom({ transferSyntax, elements, pixels: { frames: [[frame]], table: "basic" }, ...more });
}

/** An element in explicit VR little endian, whose value may differ from its declared length. */
function element(
  group: number,
  number: number,
  vr: string,
  length: number,
  value: Uint8Array = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16LE(group, 0);
  header.writeUInt16LE(number, 2);
  header.write(vr, 4, "latin1");
  header.writeUInt32LE(length, 8);
  return Buffer.concat([header, value]);
}

/** Nested sequences without ends. */
function nestedSequences(depth: number): Buffer {
  const item = Buffer.alloc(8);
  item.writeUInt16LE(ITEM_TAG >>> 16, 0);
  item.writeUInt16LE(ITEM_TAG & 0xffff, 2);
  item.writeUInt32LE(UNDEFINED_LENGTH, 4);
  const level = Buffer.concat([element(0x0048, 0x0105, "SQ", UNDEFINED_LENGTH), item]);
  return Buffer.concat(Array.from({ length: depth }, () => level));
}

/** Many unknown, empty elements. */
function manyElements(count: number): Buffer {
  const one = element(0x0049, 0x0010, "UN", 0);
  return Buffer.concat(Array.from({ length: count }, () => one));
}

/** 500 MiB in half a megabyte, in place of what follows the meta information in a valid file. */
function deflateBomb(): Buffer {
  const bytes = nativeSlide(small, { transferSyntax: TRANSFER_SYNTAX.deflated });
  const zeros = deflateRawSync(Buffer.alloc(500 * MIB), { level: 9 });
  const start = bytes.indexOf(Buffer.from(TRANSFER_SYNTAX.deflated)) + TRANSFER_SYNTAX.deflated.length;
  return Buffer.concat([bytes.subarray(0, start + (start % 2)), zeros]);
}

/** Segments with invalid positions. Source: DICOM PS3.5, annex G. */
function rle(...header: number[]): Buffer {
  const bytes = Buffer.alloc(64 + 40, 0x80);
  for (let index = 0; index < 16; index++) bytes.writeUInt32LE(header[index] ?? 0, index * 4);
  return bytes;
}

export const HOSTILE_DICOMS: readonly HostileFile[] = [
  hostile("a DICOM of no rows", native({ Rows: 0 })),
  hostile("a DICOM of 65,535 rows and columns", native({ Rows: 65_535, Columns: 65_535 })),
  hostile(
    "a DICOM of 2^32 - 1 px a side",
    native({ TotalPixelMatrixColumns: 2 ** 32 - 1, TotalPixelMatrixRows: 2 ** 32 - 1 }),
  ),
  hostile("a DICOM of 2,147,483,647 frames", native({ NumberOfFrames: 2 ** 31 - 1 })),
  hostile("a DICOM of -1 frames", native({ NumberOfFrames: "-1" })),
  hostile("a DICOM of NaN frames", native({ NumberOfFrames: "NaN" }), "either"),
  hostile("a DICOM whose pixels measure NaN and -1 mm", native({ PixelSpacing: "NaN\\-1" }), "either"),
  hostile(
    "a DICOM whose samples have 65,535 bits",
    native({ BitsAllocated: 65_535, BitsStored: 65_535, HighBit: 65_534 }),
  ),
  hostile("a monochrome DICOM, its highest bit out of bounds", () =>
    nativeSlide(grey, { elements: { BitsAllocated: 16, BitsStored: 65_535, HighBit: 65_535 } }),
  ),
  hostile(
    "a DICOM with an element longer than the file",
    native({}, { before: element(0x0049, 0x0010, "OB", 0xfffffff0) }),
  ),
  hostile(
    "a DICOM with an element without end",
    native({}, { before: element(0x0049, 0x0010, "OB", UNDEFINED_LENGTH) }),
  ),
  hostile("a DICOM with sequences 10,000 deep", native({}, { before: nestedSequences(10_000) })),
  hostile("a DICOM of 200,000 elements", native({}, { before: manyElements(200_000) })),
  hostile("a DICOM deflated from 500 MiB", deflateBomb),
  hostile(
    "a DICOM with a script for the patient's name",
    native({ PatientName: SCRIPT_TEXT, Manufacturer: SCRIPT_TEXT.slice(0, 64) }),
    "read",
  ),
  hostile(
    "a DICOM with a value of 40 MiB",
    native({ ImageComments: "x".repeat(60_000), SpecimenDetailedDescription: "y".repeat(40 * MIB) }),
    "either",
  ),
  hostile(
    "a DICOM with NULs and escapes in its texts",
    native({ Manufacturer: "a\0b\u001b$Bc\u0007", SpecificCharacterSet: "ISO 2022 IR 87" }),
    "read",
  ),
  hostile(
    "a DICOM in a character set that nobody knows",
    native({ SpecificCharacterSet: "ISO_IR 99999", PatientName: "\u00ff\u00fe" }),
    "read",
  ),
  hostile("a DICOM whose offset table lies", () =>
    coded(TRANSFER_SYNTAX.jpegLs, Buffer.alloc(100), {
      pixels: { frames: [[Buffer.alloc(100)]], table: "extended" },
      elements: { ...slideElements(small), ExtendedOffsetTable: [2 ** 52], ExtendedOffsetTableLengths: [2 ** 52] },
    }),
  ),
  hostile("a DICOM with RLE segments beyond its frame", () => coded(TRANSFER_SYNTAX.rle, rle(3, 0xfffffff0, 64, 64))),
  hostile("a DICOM with 2^32 - 1 RLE segments", () => coded(TRANSFER_SYNTAX.rle, rle(2 ** 32 - 1, 64))),
  hostile("a DICOM with a JPEG-LS frame of 65,535 x 65,535", async () => {
    const frame = await encodeJpegLs(small);
    const at = frame.indexOf(MARKER_JPEG_LS_FRAME);
    return coded(TRANSFER_SYNTAX.jpegLs, withNumber(frame, at + 5, 4, 2 ** 32 - 1, "big"));
  }),
  hostile("a DICOM with a JPEG 2000 frame of 2^32 - 1 px", async () =>
    coded(TRANSFER_SYNTAX.jpeg2000, withNumber(await encodeJpeg2000(small), 12, 4, 2 ** 32 - 1, "big")),
  ),
  hostile(
    "a DICOM that a TIFF begins with",
    () => {
      const bytes = nativeSlide(small);
      bytes.write("II*\0", 0, "latin1");
      return withNumber(bytes, 4, 4, 0xfffffff0);
    },
    "read",
  ),
];
