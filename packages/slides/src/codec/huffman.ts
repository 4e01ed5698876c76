/**
 * Huffman codes of JPEG: tables for decoding and encoding, a reader and a writer of entropy-coded bits.
 *
 * Source: ITU-T T.81 (JPEG), annexes C, F.1.2, F.2.2 and K.3.
 */
import { damagedJpeg } from "./jpeg-header.ts";

const LOOKUP_BITS = 9;

export interface HuffmanTable {
  /** Indexed by the next 9 bits: code length << 8 | symbol; 0: the code is longer. */
  readonly lookup: Uint16Array;
  /** Indexed by code length: the greatest code of that length, or -1. */
  readonly maxCode: Int32Array;
  /** Indexed by code length: index of a symbol minus its code. */
  readonly valueOffset: Int32Array;
  readonly symbols: Uint8Array;
  /** Indexed by symbol: its code, and its length in bits (0: the table has no code for the symbol). */
  readonly codeOf: Uint16Array;
  readonly lengthOf: Uint8Array;
}

/** Table K.3: codes for the differences of DC values, all twelve categories. */
export const STANDARD_DC = {
  counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
} as const;

/**
 * @param counts how many codes there are of each length, 1 to 16 bits.
 * @throws SlideFileError `damaged` if the counts need more codes than there are.
 */
export function buildHuffmanTable(counts: ArrayLike<number>, symbols: ArrayLike<number>): HuffmanTable {
  const table: HuffmanTable = {
    lookup: new Uint16Array(1 << LOOKUP_BITS),
    maxCode: new Int32Array(17).fill(-1),
    valueOffset: new Int32Array(17),
    symbols: Uint8Array.from(symbols),
    codeOf: new Uint16Array(256),
    lengthOf: new Uint8Array(256),
  };
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    table.valueOffset[length] = index - code;
    for (let i = 0; i < counts[length - 1]!; i++, index++, code++) {
      const symbol = symbols[index];
      if (symbol === undefined || code >= 1 << length) throw damagedJpeg();
      table.codeOf[symbol] = code;
      table.lengthOf[symbol] = length;
      table.maxCode[length] = code;
      if (length <= LOOKUP_BITS) {
        const first = code << (LOOKUP_BITS - length);
        table.lookup.fill((length << 8) | symbol, first, first + (1 << (LOOKUP_BITS - length)));
      }
    }
    code <<= 1;
  }
  return table;
}

/** Reads bits of entropy-coded data, most significant first, and undoes byte stuffing. */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #bits = 0;
  #bitCount = 0;
  /** Number of bits added after the end of the data; none of them may be used. */
  #padding = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** @throws SlideFileError `damaged` for a code that the table does not contain, or at the end of the data. */
  readSymbol(table: HuffmanTable): number {
    if (this.#bitCount < 16) this.#fill();
    const entry = table.lookup[(this.#bits >>> (this.#bitCount - LOOKUP_BITS)) & ((1 << LOOKUP_BITS) - 1)]!;
    if (entry !== 0) {
      this.#drop(entry >> 8);
      return entry & 0xff;
    }
    for (let length = LOOKUP_BITS + 1; length <= 16; length++) {
      const code = (this.#bits >>> (this.#bitCount - length)) & ((1 << length) - 1);
      if (code <= table.maxCode[length]!) {
        this.#drop(length);
        return table.symbols[table.valueOffset[length]! + code]!;
      }
    }
    throw damagedJpeg();
  }

  /** @param count 0 to 16. */
  readBits(count: number): number {
    if (count === 0) return 0;
    if (this.#bitCount < count) this.#fill();
    const value = (this.#bits >>> (this.#bitCount - count)) & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  /** Skips the restart marker that must follow here. */
  readRestart(number: number): void {
    this.#bits = 0;
    this.#bitCount = 0;
    this.#padding = 0;
    while (this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] === 0xff) this.#at += 1;
    if (this.#at + 2 > this.#end || this.#bytes[this.#at] !== 0xff || this.#bytes[this.#at + 1] !== 0xd0 + number) {
      throw damagedJpeg();
    }
    this.#at += 2;
  }

  #drop(count: number): void {
    this.#bitCount -= count;
    if (this.#bitCount < this.#padding) throw damagedJpeg();
  }

  /** Fills up to 25 bits or more; after a marker or the end, with added zeros. */
  #fill(): void {
    while (this.#bitCount <= 24) {
      const byte = this.#at < this.#end ? this.#bytes[this.#at]! : -1;
      const isData = byte >= 0 && (byte !== 0xff || this.#bytes[this.#at + 1] === 0);
      if (isData) {
        this.#at += byte === 0xff ? 2 : 1;
        this.#bits = (this.#bits << 8) | byte;
      } else {
        this.#bits <<= 8;
        this.#padding += 8;
      }
      this.#bitCount += 8;
    }
  }
}

/** Writes bits of entropy-coded data, most significant first, with byte stuffing. */
export class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #bits = 0;
  #bitCount = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(Math.max(64, expectedBytes));
  }

  /** @param count 0 to 16; `value` must fit into this number of bits. */
  write(value: number, count: number): void {
    this.#bits = (this.#bits << count) | value;
    this.#bitCount += count;
    while (this.#bitCount >= 8) {
      this.#bitCount -= 8;
      this.#push((this.#bits >>> this.#bitCount) & 0xff);
    }
    this.#bits &= (1 << this.#bitCount) - 1;
  }

  /** Fills the last byte with ones, as required by the standard, and returns the written bytes. */
  finish(): Uint8Array {
    if (this.#bitCount > 0) this.write((1 << (8 - this.#bitCount)) - 1, 8 - this.#bitCount);
    return this.#bytes.subarray(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
    if (byte === 0xff) this.#bytes[this.#length++] = 0;
  }
}
