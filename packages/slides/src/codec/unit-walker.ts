/**
 * Walks over the units (MCUs) of a JPEG's entropy-coded data without decoding them: finds the start of each, to the
 * bit, and the DC values that the next unit's differences refer to.
 *
 * Source: ITU-T T.81 (JPEG), annexes F.1.1.5.1 (byte stuffing) and F.2.2.
 */
import type { HuffmanTable } from "./huffman.ts";
import { damagedJpeg } from "./jpeg-header.ts";
import {
  acStepOf,
  dcStepOf,
  END_OF_BLOCK,
  type JpegStream,
  RUN_BITS,
  RUN_ENDS_BLOCK,
  STEP_BITS,
  type StreamComponent,
} from "./jpeg-stream.ts";

/**
 * A block needs at most 64 times 16 bits of code and 15 of value: no block reads beyond this many zeros after the data.
 */
const PADDING = 256;

/** Entropy-coded bytes without the zeros that are stuffed after each 0xFF. */
export class PlainData {
  bytes = new Uint8Array(16_384);
  /** Number of bytes; `PADDING` zeros follow. */
  length = 0;
  /** Indices in `bytes` of each 0xFF that was followed by a zero, in order. */
  readonly #stuffed: number[] = [];

  /** Loads the data between `start` and `end`, or up to a marker. */
  load(raw: Uint8Array, start: number, end: number): void {
    if (this.bytes.length < end - start + PADDING) this.bytes = new Uint8Array(2 * (end - start) + PADDING);
    this.#stuffed.length = 0;
    let at = start;
    let length = 0;
    while (at < end) {
      const found = raw.indexOf(0xff, at);
      const stop = found < 0 || found >= end ? end : found + 1;
      this.bytes.set(raw.subarray(at, stop), length);
      length += stop - at;
      at = stop;
      if (stop === end) break;
      if (raw[stop] !== 0) {
        length -= 1;
        break;
      }
      this.#stuffed.push(length - 1);
      at += 1;
    }
    this.length = length;
    this.bytes.fill(0, length, length + PADDING);
  }

  /**
   * Original offset of the byte at `index`, from `start`. Indices must not decrease from call to call; `cursor` stores
   * the position.
   */
  rawOffsetOf(index: number, cursor: { stuffed: number }): number {
    while (cursor.stuffed < this.#stuffed.length && this.#stuffed[cursor.stuffed]! < index) cursor.stuffed += 1;
    return index + cursor.stuffed;
  }
}

export class UnitWalker {
  readonly data = new PlainData();
  /** Position of the next bit, from the start of `data`. */
  bit = 0;
  /** DC value of the last block of each component. */
  readonly predictors: Int32Array;
  readonly #components: readonly StreamComponent[];

  constructor({ components }: JpegStream) {
    this.#components = components;
    this.predictors = new Int32Array(components.length);
  }

  /** @throws SlideFileError `damaged` if the data ends too early, or is not JPEG data. */
  walk(units: number): void {
    for (let unit = 0; unit < units; unit++) {
      for (let index = 0; index < this.#components.length; index++) {
        const component = this.#components[index]!;
        for (let block = 0; block < component.blocks; block++) {
          this.predictors[index]! += this.readDifference(component);
          this.skipAc(component);
        }
      }
    }
  }

  /** Reads the difference at the start of a block. */
  readDifference({ dc, dcSteps }: StreamComponent): number {
    const next = this.#peek();
    const step = dcSteps[next >>> (16 - STEP_BITS)]! || stepOfLongCode(dc, next, dcStepOf);
    this.bit += step & 31;
    const category = step >>> 5;
    if (category === 0) return 0;
    if (category > 11) throw damagedJpeg();
    const value = this.#peek() >>> (16 - category);
    this.bit += category;
    return value < 1 << (category - 1) ? value - (1 << category) + 1 : value;
  }

  /** Skips the rest of a block. */
  skipAc({ ac, acSteps, acRuns }: StreamComponent): void {
    const { bytes } = this.data;
    let bit = this.bit;
    let coefficient = 1;
    while (coefficient < 64) {
      const at = bit >>> 3;
      const next = (((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >>> (8 - (bit & 7))) & 0xffff;
      const run = acRuns[next >>> (16 - RUN_BITS)]!;
      const passed = coefficient + ((run >>> 4) & 63);
      // If the symbols would fill the block, the following ones may already belong to the next block.
      if (run !== 0 && passed < 64) {
        bit += run & 15;
        coefficient = run < RUN_ENDS_BLOCK ? passed : END_OF_BLOCK;
        continue;
      }
      const step = acSteps[next >>> (16 - STEP_BITS)]! || stepOfLongCode(ac, next, acStepOf);
      bit += step & 31;
      coefficient += step >>> 5;
    }
    this.bit = bit;
    if ((coefficient > 64 && coefficient < END_OF_BLOCK) || bit > this.data.length * 8) throw damagedJpeg();
  }

  /** The next 16 bits. */
  #peek(): number {
    const { bytes } = this.data;
    const at = this.bit >>> 3;
    return (((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >>> (8 - (this.bit & 7))) & 0xffff;
  }
}

/** @param next 16 bits that start with a code. */
function stepOfLongCode(
  { maxCode, symbols, valueOffset }: HuffmanTable,
  next: number,
  stepOf: (symbol: number, length: number) => number,
): number {
  for (let length = 1; length <= 16; length++) {
    const code = next >>> (16 - length);
    if (code <= maxCode[length]!) return stepOf(symbols[valueOffset[length]! + code]!, length);
  }
  throw damagedJpeg();
}
