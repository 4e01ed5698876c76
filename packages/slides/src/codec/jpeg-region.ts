/**
 * Copies rectangles of units (MCUs) of a large JPEG into new files, without decoding and without loss.
 *
 * Only the first DC differences of each piece are rewritten, since a block's left neighbour in the stream has changed;
 * all other bits are copied. Each row of units is an interval followed by a restart marker, so that rows do not depend
 * on each other.
 *
 * Source: ITU-T T.81 (JPEG), annexes B.2.4.4, E.1.4 and F.1.2; the idea is that of jpegtran's crop.
 */
import { damagedJpeg, MARKER } from "./jpeg-header.ts";
import type { JpegStream } from "./jpeg-stream.ts";
import { UnitWalker } from "./unit-walker.ts";

/** Adjacent units, as stored. */
export interface StoredPiece {
  readonly raw: Uint8Array;
  /** Range of bytes in `raw`; includes the last one if only some of its bits belong to the piece. */
  readonly start: number;
  readonly end: number;
  /** Bits of the first byte that do not belong to the piece, 0 to 7. */
  readonly startBit: number;
  /** Bits of the last byte that belong to the piece; 0: the piece ends with a whole byte. */
  readonly endBit: number;
  /**
   * DC values, one number per component: those before the first unit start at `dcBefore`, those of the last at
   * `dcAfter`.
   */
  readonly predictors: Int16Array;
  readonly dcBefore: number;
  readonly dcAfter: number;
}

/** The start of a file that contains a region. @param interval units between restart markers. */
export function regionHeading({ heading }: JpegStream, width: number, height: number, interval: number): Buffer {
  const bytes = Buffer.from(heading.bytes);
  bytes.writeUInt16BE(height, heading.sizeAt);
  bytes.writeUInt16BE(width, heading.sizeAt + 2);
  bytes.writeUInt16BE(interval, heading.intervalAt);
  return bytes;
}

/** Marker between two intervals, or at the end of the file. @param index of the finished interval, from 0. */
export function markerAfter(index: number, isLast: boolean): Buffer {
  return Buffer.from([0xff, isLast ? MARKER.endOfImage : 0xd0 + (index % 8)]);
}

export class RegionWriter {
  readonly #stream: JpegStream;
  readonly #walker: UnitWalker;
  readonly #written: Int32Array;
  #bytes: Buffer;
  #length: number;
  #bits = 0;
  #bitCount = 0;
  #rows = 0;

  /** @param interval units in a row of the region. */
  constructor(stream: JpegStream, width: number, height: number, interval: number, expectedBytes: number) {
    this.#stream = stream;
    this.#walker = new UnitWalker(stream);
    this.#written = new Int32Array(stream.components.length);
    const heading = regionHeading(stream, width, height, interval);
    this.#bytes = Buffer.allocUnsafeSlow(heading.length + expectedBytes + 1024);
    heading.copy(this.#bytes);
    this.#length = heading.length;
  }

  /** @throws SlideFileError `damaged` if the stored bits are invalid. */
  append({ raw, start, end, startBit, endBit, predictors, dcBefore, dcAfter }: StoredPiece): void {
    const walker = this.#walker;
    walker.data.load(raw, start, end);
    const bits = walker.data.length * 8 - (endBit === 0 ? 0 : 8 - endBit);
    walker.bit = startBit;
    for (let index = 0; index < this.#stream.components.length; index++) {
      const component = this.#stream.components[index]!;
      const value = predictors[dcBefore + index]! + walker.readDifference(component);
      this.#writeDifference(index, value - this.#written[index]!);
      const rest = walker.bit;
      walker.skipAc(component);
      for (let block = 1; block < component.blocks; block++) {
        walker.readDifference(component);
        walker.skipAc(component);
      }
      this.#copyBits(rest, walker.bit);
      this.#written[index] = predictors[dcAfter + index]!;
    }
    if (walker.bit > bits) throw damagedJpeg();
    this.#copyBits(walker.bit, bits);
  }

  endRow(isLast: boolean): void {
    if (this.#bitCount > 0) this.#writeBits((1 << (8 - this.#bitCount)) - 1, 8 - this.#bitCount);
    this.#reserve(2);
    markerAfter(this.#rows, isLast).copy(this.#bytes, this.#length);
    this.#length += 2;
    this.#rows += 1;
    this.#written.fill(0);
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #writeDifference(index: number, difference: number): void {
    const { dc } = this.#stream.components[index]!;
    const category = 32 - Math.clz32(Math.abs(difference));
    if (category > 11) throw damagedJpeg();
    this.#writeBits(dc.codeOf[category]!, dc.lengthOf[category]!);
    this.#writeBits(difference < 0 ? difference + (1 << category) - 1 : difference, category);
  }

  /** @param count 0 to 16; `value` must fit into this number of bits. */
  #writeBits(value: number, count: number): void {
    this.#reserve(8);
    this.#bits = (this.#bits << count) | value;
    this.#bitCount += count;
    while (this.#bitCount >= 8) {
      this.#bitCount -= 8;
      const byte = (this.#bits >>> this.#bitCount) & 0xff;
      this.#bytes[this.#length++] = byte;
      if (byte === 0xff) this.#bytes[this.#length++] = 0;
    }
    this.#bits &= (1 << this.#bitCount) - 1;
  }

  /** Copies the walker's bits from `from` to `to`, eight at a time. */
  #copyBits(from: number, to: number): void {
    const { bytes } = this.#walker.data;
    let bit = from;
    const first = Math.min(to - bit, 8 - this.#bitCount);
    this.#writeBits(bitsAt(bytes, bit, first), first);
    bit += first;
    const whole = (to - bit) >> 3;
    this.#reserve(2 * whole);
    const target = this.#bytes;
    let length = this.#length;
    const shift = 8 - (bit & 7);
    let at = bit >>> 3;
    for (const end = at + whole; at < end; at++) {
      const byte = (((bytes[at]! << 8) | bytes[at + 1]!) >>> shift) & 0xff;
      target[length++] = byte;
      if (byte === 0xff) target[length++] = 0;
    }
    this.#length = length;
    bit += whole * 8;
    this.#writeBits(bitsAt(bytes, bit, to - bit), to - bit);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#length + bytes) * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** @param count 0 to 8. */
function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  const at = bit >>> 3;
  const next = (bytes[at]! << 8) | bytes[at + 1]!;
  return (next >>> (16 - (bit & 7) - count)) & ((1 << count) - 1);
}
