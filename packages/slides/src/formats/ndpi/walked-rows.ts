/**
 * Finds the starts of rows of units in an image with no or few restart markers: all previous codes are read once.
 */
import { damagedJpeg } from "../../codec/jpeg-header.ts";
import { UnitWalker } from "../../codec/unit-walker.ts";
import { SlideFileError } from "../../slide-source.ts";
import type { NdpiPicture } from "./ndpi-picture.ts";
import type { ReadableBytes } from "./read-ndpi.ts";
import { emptyPlaces, type RowFinder, type RowPlaces } from "./row-places.ts";

/** Number of bytes read and parsed at a time: takes a few milliseconds. */
const WINDOW_BYTES = 2 ** 18;

export class WalkedRows implements RowFinder {
  readonly #file: ReadableBytes;
  readonly #picture: NdpiPicture;
  /** Rows found so far, and the position after the last one. */
  readonly #places: RowPlaces;
  #found = 1;
  #windowBytes = WINDOW_BYTES;
  #walking: Promise<void> = Promise.resolve();

  constructor(file: ReadableBytes, picture: NdpiPicture) {
    this.#file = file;
    this.#picture = picture;
    this.#places = emptyPlaces(picture.rows + 1, picture.stream.components.length);
    this.#places.starts[0] = picture.strip.position + picture.stream.dataStart;
  }

  async find(_lane: number, firstRow: number, count: number): Promise<RowPlaces> {
    const walk = this.#walking.then(() => this.#walkTo(firstRow + count));
    this.#walking = walk.catch(() => {});
    await walk;
    const { strip, stream } = this.#picture;
    const { starts, bits, predictors } = this.#places;
    const end = strip.position + strip.bytes;
    const components = stream.components.length;
    return {
      starts: starts.slice(firstRow, firstRow + count),
      // The first byte of the next row may contain the last bits of this one.
      ends: Float64Array.from({ length: count }, (_, row) => Math.min(starts[firstRow + row + 1]! + 1, end)),
      bits: bits.slice(firstRow, firstRow + count),
      predictors: predictors.slice(firstRow * components, (firstRow + count) * components),
    };
  }

  async #walkTo(row: number): Promise<void> {
    while (this.#found <= row) await this.#walkWindow();
  }

  async #walkWindow(): Promise<void> {
    const { strip } = this.#picture;
    const start = this.#places.starts[this.#found - 1]!;
    const left = strip.position + strip.bytes - start;
    const bytes = await this.#file.read(start, Math.min(this.#windowBytes, left));
    const isLast = bytes.length === left;
    // A final 0xFF may be followed by a stuffed zero.
    const raw = !isLast && bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes;
    const before = this.#found;
    try {
      let at = 0;
      while (at >= 0 && this.#found <= this.#picture.rows) at = this.#walkRun(raw, at, start);
    } catch (error) {
      // The window may end within a row; the row is then read again from its start.
      if (!(error instanceof SlideFileError) || (isLast && this.#found === before)) throw error;
    }
    this.#windowBytes = this.#found === before ? this.#windowBytes * 2 : WINDOW_BYTES;
  }

  /**
   * Reads the codes of rows from the last known one to the next restart marker, or to the end of the window.
   *
   * @param windowStart position of `raw` in the file.
   * @returns start in `raw` of the row after the restart marker; -1 at the end.
   */
  #walkRun(raw: Uint8Array, at: number, windowStart: number): number {
    const { stream, rows, unitsInLane, rowsPerRestart } = this.#picture;
    const { starts, bits, predictors } = this.#places;
    const components = stream.components.length;
    const walker = new UnitWalker(stream);
    walker.data.load(raw, at, raw.length);
    walker.bit = bits[this.#found - 1]!;
    walker.predictors.set(predictors.subarray((this.#found - 1) * components, this.#found * components));
    const cursor = { stuffed: 0 };
    while (this.#found <= rows) {
      walker.walk(unitsInLane);
      const isRestart = rowsPerRestart > 0 && this.#found < rows && this.#found % rowsPerRestart === 0;
      if (isRestart) {
        const marker = at + walker.data.rawOffsetOf((walker.bit + 7) >>> 3, cursor);
        const number = (this.#found / rowsPerRestart - 1) % 8;
        if (raw[marker] !== 0xff || raw[marker + 1] !== 0xd0 + number) throw damagedJpeg();
        starts[this.#found] = windowStart + marker + 2;
        this.#found += 1;
        return marker + 2;
      }
      starts[this.#found] = windowStart + at + walker.data.rawOffsetOf(walker.bit >>> 3, cursor);
      bits[this.#found] = walker.bit & 7;
      predictors.set(walker.predictors, this.#found * components);
      this.#found += 1;
    }
    return -1;
  }
}
