/**
 * Malicious TIFF files of every type: cycles, absurd numbers, wrong counts and positions, small files that expand to
 * large ones, descriptions that are slow to parse.
 *
 * Source: rule D-10 and check SEC-10.
 */
import { deflateSync, zstdCompressSync } from "node:zlib";
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { buildNdpi, encodeIntervals, type NdpiPictureSpec } from "./build-ndpi.ts";
import { buildTiff, type FieldValue, type PageSpec } from "./build-tiff.ts";
import { encodeJpeg2000 } from "./encode-samples.ts";
import { type HostileFile, hostile, SCRIPT_TEXT } from "./hostile-file.ts";
import { HOSTILE_JPEGS, jpegOfSize } from "./hostile-jpegs.ts";
import { withNumber } from "./hostile-numbers.ts";
import { buildPicture } from "./pictures.ts";
import { rawPage } from "./slide-files.ts";
import { zerosInLzw } from "./zeros-in-lzw.ts";

const MIB = 2 ** 20;
const picture = buildPicture(150, 110);
const small = buildPicture(40, 24);
const oneTile = { width: 64, height: 48, tile: { width: 64, height: 48 } };

const long = (...values: number[]): FieldValue => ({ type: 4, values });
const short = (...values: number[]): FieldValue => ({ type: 3, values });
const long8 = (...values: number[]): FieldValue => ({ type: 16, values });

function tiff(more: Partial<PageSpec>): Buffer {
  return buildTiff({ pages: [rawPage(picture, more)] });
}
const withFields = (fields: Record<number, FieldValue>) => () => tiff({ fields });
const described = (description: string) => () => tiff({ description });
const tileOf = (compression: number, segment: Uint8Array, more: Partial<PageSpec> = {}) =>
  buildTiff({ pages: [{ ...oneTile, samplesPerPixel: 3, compression, segments: [segment], ...more }] });

/** Sets the offset of the next directory, in the last four bytes of a file with one directory. */
function nextDirectoryAt(bytes: Buffer, position: number): Buffer {
  bytes.writeUInt32LE(position, bytes.length - 4);
  return bytes;
}

function circleOfTwo(): Buffer {
  const bytes = buildTiff({ pages: [rawPage(picture), rawPage(small)] });
  return nextDirectoryAt(bytes, bytes.readUInt32LE(4));
}

/** A SubIFD that points to its own directory. */
function ownChild(): Buffer {
  const bytes = buildTiff({ pages: [rawPage(picture, { fields: { [TAG.subIfds]: long(0) } })] });
  const directory = bytes.readUInt32LE(4);
  const fields = bytes.readUInt16LE(directory);
  for (let at = directory + 2; at < directory + 2 + fields * 12; at += 12) {
    if (bytes.readUInt16LE(at) === TAG.subIfds) bytes.writeUInt32LE(directory, at + 8);
  }
  return bytes;
}

const STRUCTURE: readonly HostileFile[] = [
  hostile("a directory that follows itself", () => {
    const bytes = tiff({});
    return nextDirectoryAt(bytes, bytes.readUInt32LE(4));
  }),
  hostile("two directories in a circle", circleOfTwo),
  hostile("a directory below itself", ownChild),
  hostile("a next directory beyond the file's end", () => nextDirectoryAt(tiff({}), 0xfffffff0)),
  hostile("its first directory within its header", () => withNumber(tiff({}), 4, 4, 2)),
  hostile("65 pictures", () => buildTiff({ pages: Array.from({ length: 65 }, () => rawPage(small)) })),
  hostile("a directory of 65,535 fields", () => {
    const bytes = tiff({});
    return withNumber(bytes, bytes.readUInt32LE(4), 2, 0xffff);
  }),
  hostile("BigTIFF whose directory lies at 2^63", () =>
    withNumber(buildTiff({ isBigTiff: true, pages: [rawPage(small)] }), 8, 8, 2 ** 63),
  ),
  hostile("BigTIFF with 2^64 - 2^11 fields", () => {
    const bytes = buildTiff({ isBigTiff: true, pages: [rawPage(small)] });
    return withNumber(bytes, Number(bytes.readBigUInt64LE(8)), 8, 2 ** 64 - 2 ** 11);
  }),
  hostile("BigTIFF whose tiles lie at 2^60", () =>
    buildTiff({
      isBigTiff: true,
      pages: [rawPage(picture, { fields: { [TAG.tileOffsets]: long8(...Array(9).fill(2 ** 60)) } })],
    }),
  ),
];

const NUMBERS: readonly HostileFile[] = [
  hostile("a width of 2^31", withFields({ [TAG.imageWidth]: long(2 ** 31) })),
  hostile("a height of 2^32 - 1", withFields({ [TAG.imageLength]: long(2 ** 32 - 1) })),
  hostile("a height of 0", withFields({ [TAG.imageLength]: long(0) })),
  hostile("tiles of no width", withFields({ [TAG.tileWidth]: short(0) })),
  hostile("tiles 2^32 - 1 wide", withFields({ [TAG.tileWidth]: long(2 ** 32 - 1) })),
  hostile("2^40 tiles of one pixel", () =>
    tiff({
      fields: { [TAG.imageWidth]: long(2 ** 20), [TAG.imageLength]: long(2 ** 20) },
      tile: { width: 1, height: 1 },
    }),
  ),
  hostile("65,535 samples in a pixel", withFields({ [TAG.samplesPerPixel]: short(65_535) })),
  hostile("samples of 65,535 bits", withFields({ [TAG.bitsPerSample]: short(65_535, 65_535, 65_535) })),
  hostile("tiles of 2^31 bytes", withFields({ [TAG.tileByteCounts]: long(...Array(9).fill(2 ** 31)) })),
  hostile("tiles beyond its end", withFields({ [TAG.tileOffsets]: long(...Array(9).fill(0xfffffff0)) })),
  hostile("fewer tiles than it needs", withFields({ [TAG.tileOffsets]: long(8) })),
  hostile("a compression that nobody knows", () => tiff({ compression: 12_345 })),
  hostile("colours out of a palette that is not there", () =>
    buildTiff({ pages: [{ ...oneTile, samplesPerPixel: 1, photometric: 3, segments: [Buffer.alloc(64 * 48, 9)] }] }),
  ),
  hostile(
    "a turn that nobody knows, and resolutions of 1/0",
    () =>
      tiff({
        fields: {
          [TAG.orientation]: short(65_535),
          [TAG.xResolution]: { type: 5, values: [[1, 0]] },
          [TAG.yResolution]: { type: 5, values: [[0xffffffff, 0]] },
        },
      }),
    "read",
  ),
  hostile("400,000 tiles that all lie at one place", () => sharedTiles(), "read"),
];

/** 640 x 625 references to the same 16 px JPEG tile: an image of 10,240 x 10,000 px from one small tile. */
async function sharedTiles(): Promise<Buffer> {
  const tile = await jpegOfSize(16, 16);
  const offset = 8;
  const count = 640 * 625;
  const page: PageSpec = {
    width: 640 * 16,
    height: 625 * 16,
    tile: { width: 16, height: 16 },
    segments: [tile],
    compression: 7,
    photometric: 6,
    fields: {
      [TAG.tileOffsets]: { type: 4, values: Array<number>(count).fill(offset) },
      [TAG.tileByteCounts]: { type: 4, values: Array<number>(count).fill(tile.length) },
    },
  };
  return buildTiff({ pages: [page] });
}

const BOMBS: readonly HostileFile[] = [
  hostile("a Deflate tile of 100 MiB", () => tileOf(8, deflateSync(Buffer.alloc(100 * MIB), { level: 9 }))),
  hostile("a Zstandard tile of 500 MiB", () => tileOf(50_000, zstdCompressSync(Buffer.alloc(500 * MIB)))),
  hostile("an LZW tile of 140 MiB", () => tileOf(5, zerosInLzw(20)), "either"),
  hostile("a PackBits tile that ends too early", () => tileOf(32_773, Buffer.from([0x7f, 1, 2]))),
  hostile("a JPEG tile that says 65,500 x 65,500", async () =>
    tileOf(7, withJpegSize(await jpegOfSize(64, 48), 65_500, 65_500), { photometric: 6 }),
  ),
  hostile("JPEG tables of a megabyte", () =>
    tiff({ compression: 7, fields: { [TAG.jpegTables]: { type: 7, bytes: Buffer.alloc(MIB, 0xff) } } }),
  ),
  ...HOSTILE_JPEGS.filter(({ isTile }) => isTile).map(({ name, build }) =>
    hostile(`a JPEG tile with ${name}`, async () => tileOf(7, await build(), { photometric: 6 }), "either"),
  ),
  ...jpeg2000Tiles(),
];

function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return withNumber(withNumber(jpeg, frame + 5, 2, height, "big"), frame + 7, 2, width, "big");
}

/** Changes to the SIZ marker, which follows the first two bytes. Source: ISO 15444-1, annex A.5.1. */
function jpeg2000Tiles(): HostileFile[] {
  const changes: readonly (readonly [what: string, at: number, size: 2 | 4, value: number])[] = [
    ["a width of 2^32 - 1", 8, 4, 2 ** 32 - 1],
    ["parts of 1 px", 24, 4, 1],
    ["parts of no width", 24, 4, 0],
    ["an origin beyond its end", 16, 4, 2 ** 31],
    ["16,384 components", 40, 2, 16_384],
    ["no components", 40, 2, 0],
  ];
  return changes.map(([what, at, size, value]) =>
    hostile(`a JPEG 2000 tile with ${what}`, async () => {
      const coded = await encodeJpeg2000({ ...buildPicture(64, 48), channels: 3 });
      return tileOf(33_005, withNumber(coded, at, size, value, "big"));
    }),
  );
}

const aperio = (pairs: string) => described(`Aperio Image Library v1\r\n150x110|${pairs}`);

const DESCRIPTIONS: readonly HostileFile[] = [
  ...["NaN", "Infinity", "-1", "1e999", "0x10", "1e-320"].map((mpp) =>
    hostile(`an SVS whose pixels measure ${mpp} µm`, aperio(`MPP = ${mpp}|AppMag = ${mpp}`), "read"),
  ),
  hostile("an SVS with a script for a name", aperio(`Title = ${SCRIPT_TEXT}|${SCRIPT_TEXT} = 1`), "read"),
  hostile(
    "an SVS with properties that are JavaScript's own",
    aperio("__proto__ = 1|constructor = 2|toString = 3"),
    "read",
  ),
  hostile("an SVS with control characters", aperio("Title = a\u0001\u001b[31m\u202eb|User = \ufffe\uffff"), "read"),
  hostile(
    "an SVS with 100,000 properties",
    aperio(Array.from({ length: 100_000 }, (_, i) => `k${i} = v`).join("|")),
    "read",
  ),
  hostile("an SVS with a property of 8 MiB", aperio(`Title = ${"x".repeat(8 * MIB)}`), "read"),
  hostile(
    "labels described by 64 KiB of line ends each",
    () => {
      const label = {
        ...rawPage(small),
        tile: undefined,
        segments: [small.samples],
        description: `Aperio${"\n".repeat(65_000)}`,
      };
      const base = rawPage(picture, { description: "Aperio Image Library v1\r\n150x110" });
      return buildTiff({ pages: [base, ...Array.from({ length: 60 }, () => label)] });
    },
    "either",
  ),
];

/** Changes a valid file with two intervals per row. */
function ndpi(change: Partial<NdpiPictureSpec>): () => Promise<Buffer> {
  return async () => {
    const intervals = await encodeIntervals(buildPicture(128, 64), { laneWidth: 64 });
    return buildNdpi({ pictures: [{ ...intervals, width: 128, height: 64, magnification: 20, ...change }] });
  };
}

const NDPIS: readonly HostileFile[] = [
  hostile("an NDPI whose intervals begin beyond its end", ndpi({ starts: Array(16).fill(2 ** 32 - 1) }), "either"),
  hostile("an NDPI whose intervals begin at one place", ndpi({ starts: Array(16).fill(700) }), "either"),
  hostile(
    "an NDPI whose intervals run backwards",
    ndpi({ starts: Array.from({ length: 16 }, (_, i) => 3000 - i * 100) }),
    "either",
  ),
  hostile(
    "an NDPI with 100,000 intervals too many",
    ndpi({ starts: Array.from({ length: 100_000 }, (_, i) => i) }),
    "either",
  ),
  hostile("an NDPI of no magnification", ndpi({ magnification: Number.NaN }), "either"),
  hostile("an NDPI of infinite magnification", ndpi({ magnification: Number.POSITIVE_INFINITY }), "either"),
  hostile("an NDPI without a JPEG", ndpi({ jpeg: Buffer.alloc(500) })),
  hostile("an NDPI 2^20 px wide in 3 kB", ndpi({ width: 2 ** 20, height: 2 ** 20 })),
  hostile(
    "an NDPI with properties of line ends",
    ndpi({ fields: { [NDPI_TAG.properties]: { type: 2, text: "\r\n".repeat(30_000) } } }),
    "read",
  ),
];

export const HOSTILE_TIFFS: readonly HostileFile[] = [...STRUCTURE, ...NUMBERS, ...BOMBS, ...DESCRIPTIONS, ...NDPIS];
