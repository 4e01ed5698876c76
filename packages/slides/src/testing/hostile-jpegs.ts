/** Malicious JPEG files, for images and for tiles. */
import sharp from "sharp";
import { buildPicture } from "./pictures.ts";

export interface HostileJpeg {
  readonly name: string;
  readonly build: () => Promise<Buffer>;
  /** Whether it can be used as a tile of 64 x 48 px. */
  readonly isTile: boolean;
}

export function jpegOfSize(width: number, height: number, isProgressive = false): Promise<Buffer> {
  const { samples } = buildPicture(width, height);
  return sharp(samples, { raw: { width, height, channels: 3 } })
    .jpeg({ progressive: isProgressive })
    .toBuffer();
}

const START_OF_FRAME = Buffer.from([0xff, 0xc0]);
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Inserts bytes before the first occurrence of a marker. */
async function inserted(before: Buffer, bytes: Buffer): Promise<Buffer> {
  const jpeg = await jpegOfSize(64, 48);
  const at = jpeg.indexOf(before);
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

const changed =
  (marker: Buffer, at: number, ...bytes: number[]) =>
  async () => {
    const jpeg = await jpegOfSize(64, 48);
    Buffer.from(bytes).copy(jpeg, jpeg.indexOf(marker) + at);
    return jpeg;
  };

/**
 * The refinement of one coefficient, repeated 20,000 times: each time a decoder processes the whole image.
 *
 * Source: the "multiple scans" of libjpeg-turbo's report on two issues with the JPEG standard.
 */
async function manyScans(): Promise<Buffer> {
  const jpeg = await jpegOfSize(2048, 2048, true);
  const last = jpeg.lastIndexOf(START_OF_SCAN);
  const scan = jpeg.subarray(last, last + 2 + jpeg.readUInt16BE(last + 2));
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 20_000 }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export const HOSTILE_JPEGS: readonly HostileJpeg[] = [
  { name: "no height", build: changed(START_OF_FRAME, 5, 0, 0), isTile: true },
  { name: "no width", build: changed(START_OF_FRAME, 7, 0, 0), isTile: true },
  { name: "a size of 65,535 x 65,535", build: changed(START_OF_FRAME, 5, 0xff, 0xff, 0xff, 0xff), isTile: true },
  { name: "sampling of 15 by 15", build: changed(START_OF_FRAME, 11, 0xff), isTile: true },
  { name: "sampling of 0 by 0", build: changed(START_OF_FRAME, 11, 0), isTile: true },
  { name: "255 components", build: changed(START_OF_FRAME, 9, 255), isTile: true },
  {
    name: "a segment that ends in itself",
    build: () => inserted(START_OF_FRAME, Buffer.from([0xff, 0xe1, 0, 0])),
    isTile: true,
  },
  {
    name: "a segment longer than the file",
    build: () => inserted(START_OF_FRAME, Buffer.from([0xff, 0xe1, 0xff, 0xff])),
    isTile: true,
  },
  {
    name: "Huffman codes of no length",
    build: () => inserted(START_OF_SCAN, Buffer.from([0xff, 0xc4, 0, 19, 0, ...Array(16).fill(0)])),
    isTile: true,
  },
  {
    name: "more Huffman codes than there can be",
    build: () => inserted(START_OF_SCAN, Buffer.from([0xff, 0xc4, 0, 19, 0, ...Array(16).fill(255)])),
    isTile: true,
  },
  {
    name: "a restart after each unit that never comes",
    build: () => inserted(START_OF_SCAN, Buffer.from([0xff, 0xdd, 0, 4, 0, 1])),
    isTile: true,
  },
  { name: "tables that its scan names and that are not there", build: changed(START_OF_SCAN, 6, 0x33), isTile: true },
  { name: "a million fill bytes", build: () => inserted(START_OF_FRAME, Buffer.alloc(1_000_000, 0xff)), isTile: true },
  { name: "20,000 scans", build: manyScans, isTile: false },
];
