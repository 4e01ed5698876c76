/**
 * Malicious plain images: PNG, JPEG, WebP and JPEG 2000.
 *
 * Source: check SEC-10; Portable Network Graphics (third edition), section 5; ISO 15444-1, annex I.
 */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { boxOf, encodeJpeg2000, jp2Of } from "./encode-samples.ts";
import { type HostileFile, hostile } from "./hostile-file.ts";
import { HOSTILE_JPEGS, jpegOfSize } from "./hostile-jpegs.ts";
import { withNumber } from "./hostile-numbers.ts";
import { buildPicture } from "./pictures.ts";

const MIB = 2 ** 20;
const small = buildPicture(40, 24);
const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(type: string, content: Uint8Array, checksum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(checksum ?? crc32(named));
  return Buffer.concat([length, named, check]);
}

interface PngSpec {
  readonly width: number;
  readonly height: number;
  /** 0: grey; 2: colour; 3: palette. */
  readonly colour?: number;
  readonly bits?: number;
  readonly isInterlaced?: boolean;
  /** The pixels, with a filter byte before each row; default: one row of zeros. */
  readonly rows?: Uint8Array;
  /** Chunks before the pixels. */
  readonly before?: readonly Buffer[];
  /** Checksum of the header. */
  readonly checksum?: number;
}

function png({
  width,
  height,
  colour = 0,
  bits = 8,
  isInterlaced = false,
  rows,
  before = [],
  checksum,
}: PngSpec): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header, checksum),
    ...before,
    chunk("IDAT", deflateSync(rows ?? Buffer.alloc(1 + width), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Zeros, declared as text or a profile. */
const packed = (name: string, bytes: number) =>
  Buffer.concat([Buffer.from(`${name}\0\0`, "latin1"), deflateSync(Buffer.alloc(bytes), { level: 9 })]);
const tiny = { width: 4, height: 4, rows: Buffer.alloc(4 * 5) };

const PNGS: readonly HostileFile[] = [
  hostile(
    "a PNG of 17,000 x 17,000 in half a megabyte",
    () => png({ width: 17_000, height: 17_000, bits: 1, rows: Buffer.alloc(17_000 * (1 + 2125)) }),
    "read",
  ),
  hostile("a PNG of 2^31 - 1 px a side", () =>
    png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, rows: Buffer.alloc(100) }),
  ),
  hostile("a PNG of 40,001 px a side", () => png({ width: 40_001, height: 8, rows: Buffer.alloc(8 * 40_002) })),
  hostile(
    "an interlaced PNG of 30,000 x 30,000",
    () => png({ width: 30_000, height: 30_000, colour: 2, isInterlaced: true, rows: Buffer.alloc(4 * MIB) }),
    "either",
  ),
  hostile(
    "a PNG with 400 MiB of text",
    () => png({ ...tiny, before: [chunk("zTXt", packed("Title", 400 * MIB))] }),
    "either",
  ),
  hostile(
    "a PNG with a colour profile of 400 MiB",
    () => png({ ...tiny, before: [chunk("iCCP", packed("evil", 400 * MIB))] }),
    "either",
  ),
  hostile(
    "a PNG with 100,000 texts",
    () => png({ ...tiny, before: Array.from({ length: 100_000 }, (_, i) => chunk("tEXt", Buffer.from(`k${i}\0v`))) }),
    "either",
  ),
  hostile("a PNG whose header has another checksum", () => png({ ...tiny, checksum: 1 })),
  hostile("a PNG of fewer rows than it says", () => png({ width: 100, height: 100 })),
  hostile("a PNG of colours out of a palette that is not there", () => png({ ...tiny, colour: 3 })),
  hostile("a PNG of samples of 7 bits", () => png({ ...tiny, bits: 7 })),
];

/** Lossless, all white; libwebp needs 9 s to write it. */
const WHITE_WEBP = Buffer.from("524946461e000000574542505650384c110000002ffebfff0f07d0fffef7bfff8188e87f0000", "hex");

/** EXIF whose list of fields points to itself as the next one. */
const CIRCULAR_EXIF = Buffer.from(
  "457869660000" + "49492a0008000000" + "0100" + "120103000100000001000000" + "08000000",
  "hex",
);

async function jpegWith(marker: number, content: Buffer): Promise<Buffer> {
  const jpeg = await jpegOfSize(64, 48);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

const OTHERS: readonly HostileFile[] = [
  ...HOSTILE_JPEGS.map(({ name, build }) => hostile(`a JPEG with ${name}`, build, "either")),
  hostile("a JPEG whose EXIF runs in a circle", () => jpegWith(0xe1, CIRCULAR_EXIF), "either"),
  hostile(
    "a JPEG with a colour profile of rubbish",
    () => jpegWith(0xe2, Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), Buffer.alloc(60_000, 0xab)])),
    "either",
  ),
  hostile("a WebP of 16,383 x 16,383 in 38 bytes", () => WHITE_WEBP),
  hostile(
    "a WebP longer than its file",
    async () => {
      const bytes = await sharp(small.samples, { raw: { width: 40, height: 24, channels: 3 } })
        .webp()
        .toBuffer();
      return withNumber(bytes, 4, 4, 0xfffffff0);
    },
    "either",
  ),
  hostile("a JP2 with boxes of no length", async () =>
    Buffer.concat([jp2Of(await encodeJpeg2000(small), small).subarray(0, 40), Buffer.alloc(4096)]),
  ),
  hostile(
    "a JP2 of 100,000 boxes",
    async () => {
      const whole = jp2Of(await encodeJpeg2000(small), small);
      const boxes = Array.from({ length: 100_000 }, () => boxOf("free", Buffer.alloc(0)));
      return Buffer.concat([whole.subarray(0, 12 + 8 + 12), ...boxes, whole.subarray(32)]);
    },
    "either",
  ),
  hostile("a JP2 with a box of 2^63 bytes", async () => {
    const whole = jp2Of(await encodeJpeg2000(small), small);
    const long = Buffer.alloc(16);
    long.writeUInt32BE(1, 0);
    long.write("free", 4, "latin1");
    long.writeBigUInt64BE(2n ** 63n, 8);
    return Buffer.concat([whole.subarray(0, 32), long, whole.subarray(32)]);
  }),
  ...jpeg2000Streams(),
];

function jpeg2000Streams(): HostileFile[] {
  const changes: readonly (readonly [what: string, at: number, value: number])[] = [
    ["a width of 2^32 - 1", 8, 2 ** 32 - 1],
    ["40,000 x 24 px that are not there", 8, 40_000],
    ["tiles of 1 px", 24, 1],
    ["tiles of no width", 24, 0],
    ["an origin beyond its end", 16, 2 ** 31],
  ];
  return changes.map(([what, at, value]) =>
    hostile(`a JPEG 2000 with ${what}`, async () => withNumber(await encodeJpeg2000(small), at, 4, value, "big")),
  );
}

export const HOSTILE_PICTURES: readonly HostileFile[] = [...PNGS, ...OTHERS];
