/**
 * Reads the uncompressed pixels of a .v file, also while libvips is still writing it: a header of 64 bytes,
 * then the rows from top to bottom, samples interleaved, in the machine's byte order.
 *
 * Source: libvips, libvips/iofuncs/vips.c ("header") and include/vips/image.h.
 */
import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isSampleFormat, SAMPLE_ARRAYS, type SampleFormat, type Samples } from "../picture/samples.ts";
import type { Region } from "./orientation.ts";

const HEADER_BYTES = 64;
/** Polling interval for the file's growth. */
const POLL_MS = 5;

export interface VipsHeader {
  readonly width: number;
  readonly height: number;
  /** Samples per pixel. */
  readonly bands: number;
  readonly format: SampleFormat;
  /** Pixels per millimetre according to the image's file; some formats contain an arbitrary default. */
  readonly pixelsPerMm: { readonly x: number; readonly y: number };
}

/** The concurrent writer of the file. */
export interface Writing {
  /** Rejects if writing fails. */
  readonly finished: Promise<unknown>;
  isFinished: boolean;
}

export function followWriting(finished: Promise<unknown>): Writing {
  const writing: Writing = { finished, isFinished: false };
  const note = () => {
    writing.isFinished = true;
  };
  finished.then(note, note);
  return writing;
}

export class VipsFile {
  readonly header: VipsHeader;
  readonly #file: FileHandle;
  readonly #writing: Writing;
  readonly #pixelBytes: number;
  #bytesSeen = 0;
  #memory = new ArrayBuffer(0);

  /** Waits for the header. */
  static async open(file: FileHandle, writing: Writing): Promise<VipsFile> {
    await waitForBytes(file, writing, HEADER_BYTES);
    const header = Buffer.alloc(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    return new VipsFile(file, writing, parseHeader(header));
  }

  private constructor(file: FileHandle, writing: Writing, header: VipsHeader) {
    this.header = header;
    this.#file = file;
    this.#writing = writing;
    this.#pixelBytes = header.bands * SAMPLE_ARRAYS[header.format].BYTES_PER_ELEMENT;
  }

  /** Fraction of the written pixels, 0 to 1. */
  async writtenShare(): Promise<number> {
    const { width, height } = this.header;
    const { size } = await this.#file.stat();
    return Math.min(1, Math.max(0, size - HEADER_BYTES) / (width * height * this.#pixelBytes));
  }

  /**
   * Waits until the region has been written.
   *
   * @returns its samples row by row, in memory that the next call reuses.
   * @throws the writer's error.
   */
  async readRegion({ left, top, width, height }: Region): Promise<Samples> {
    const rowBytes = this.header.width * this.#pixelBytes;
    const end = HEADER_BYTES + (top + height) * rowBytes;
    if (end > this.#bytesSeen) this.#bytesSeen = await waitForBytes(this.#file, this.#writing, end);
    const ArrayOfFormat = SAMPLE_ARRAYS[this.header.format];
    const byteLength = width * height * this.#pixelBytes;
    if (this.#memory.byteLength < byteLength) this.#memory = new ArrayBuffer(byteLength);
    const bytes = new Uint8Array(this.#memory, 0, byteLength);
    const start = HEADER_BYTES + top * rowBytes + left * this.#pixelBytes;
    if (width === this.header.width) {
      await readFully(this.#file, bytes, start);
    } else {
      // Thousands of short pieces: a thread-pool task for each would cost more than reading.
      const pieceBytes = width * this.#pixelBytes;
      for (let row = 0; row < height; row++) {
        readSync(this.#file.fd, bytes, row * pieceBytes, pieceBytes, start + row * rowBytes);
      }
    }
    return new ArrayOfFormat(this.#memory, 0, width * height * this.header.bands);
  }
}

function parseHeader(header: Buffer): VipsHeader {
  const numbers = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const format = numbers.getUint32(20, isLittleEndian);
  if (!isSampleFormat(format)) throw new RangeError(`samples of format ${format}`);
  return {
    width: numbers.getUint32(4, isLittleEndian),
    height: numbers.getUint32(8, isLittleEndian),
    bands: numbers.getUint32(12, isLittleEndian),
    format,
    pixelsPerMm: { x: numbers.getFloat32(32, isLittleEndian), y: numbers.getFloat32(36, isLittleEndian) },
  };
}

/** @returns the file's size, at least `bytes`. */
async function waitForBytes(file: FileHandle, writing: Writing, bytes: number): Promise<number> {
  for (;;) {
    const { isFinished } = writing;
    const { size } = await file.stat();
    if (size >= bytes) return size;
    if (isFinished) {
      await writing.finished;
      throw new Error(`${bytes} bytes of pixels were due, ${size} came`);
    }
    await sleep(POLL_MS);
  }
}

async function readFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.byteLength - done, position + done);
    if (bytesRead === 0) throw new Error("the file of pixels has become shorter");
    done += bytesRead;
  }
}
