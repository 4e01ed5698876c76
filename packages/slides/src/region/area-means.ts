/**
 * Makes a picture smaller: each pixel of the result is the mean of what it covers, pixels on its border counted by the
 * share that lies within. Works from the top down, so that no more than a row of tiles is held.
 */
import type { RawPicture } from "../codec/raw-picture.ts";
import type { Rectangle, Size } from "./upright-frame.ts";

/** Where, along one axis, a source pixel adds to: up to two neighbours of the result. */
interface Share {
  readonly first: number;
  /** How much of the pixel goes to `first`, and to the one after it. */
  readonly ofFirst: number;
  readonly ofSecond: number;
}

const CHANNELS = 3;

export class AreaMeans {
  readonly #place: Rectangle;
  readonly #size: Size;
  readonly #picture: Buffer;
  /** Sums of the rows of the result that are at work, red, green, blue and weight of each pixel. */
  #sums: Float32Array;
  /** The row of the result that `#sums` begins with. */
  #firstRow = 0;

  /**
   * @param place of the source that makes the result, in the source's px; at least as large as `size`.
   * @param size of the result.
   */
  constructor(place: Rectangle, size: Size) {
    this.#place = place;
    this.#size = size;
    this.#picture = Buffer.allocUnsafeSlow(size.width * size.height * CHANNELS);
    this.#sums = new Float32Array(0);
  }

  /** The source's pixels from `left`, `top`; after a call with a larger `top` none of rows above may follow. */
  add({ width, height, channels, samples }: RawPicture, left: number, top: number): void {
    const columns = this.#sharesOf(left, width, this.#place.left, this.#place.width, this.#size.width);
    const rows = this.#sharesOf(top, height, this.#place.top, this.#place.height, this.#size.height);
    const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
    const lastRow = Math.min(this.#size.height - 1, (rows.at(-1)?.first ?? 0) + 1);
    this.#makeRoomTo(lastRow);
    const sums = this.#sums;
    const rowLength = this.#size.width * (CHANNELS + 1);
    for (let y = 0; y < height; y++) {
      const row = rows[y]!;
      for (const [rowOffset, ofRow] of [
        [0, row.ofFirst],
        [1, row.ofSecond],
      ] as const) {
        if (ofRow <= 0) continue;
        const rowStart = (row.first + rowOffset - this.#firstRow) * rowLength;
        for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
          const { first, ofFirst, ofSecond } = columns[x]!;
          const [r, g, b] = [samples[at]!, samples[at + green]!, samples[at + blue]!];
          if (ofFirst > 0) {
            const to = rowStart + first * (CHANNELS + 1);
            const weight = ofRow * ofFirst;
            sums[to]! += r * weight;
            sums[to + 1]! += g * weight;
            sums[to + 2]! += b * weight;
            sums[to + 3]! += weight;
          }
          if (ofSecond > 0) {
            const to = rowStart + (first + 1) * (CHANNELS + 1);
            const weight = ofRow * ofSecond;
            sums[to]! += r * weight;
            sums[to + 1]! += g * weight;
            sums[to + 2]! += b * weight;
            sums[to + 3]! += weight;
          }
        }
      }
    }
  }

  /** Nothing above this row of the source follows any more: rows of the result that are whole are finished. */
  finishAbove(sourceRow: number): void {
    const row = ((sourceRow - this.#place.top) * this.#size.height) / this.#place.height;
    this.#flushTo(Math.min(this.#size.height, Math.max(this.#firstRow, Math.floor(row + 1e-9))));
  }

  finish(): RawPicture {
    this.#flushTo(this.#size.height);
    return { ...this.#size, channels: CHANNELS, samples: this.#picture };
  }

  #sharesOf(start: number, count: number, placeStart: number, placeLength: number, resultLength: number): Share[] {
    const perPixel = resultLength / placeLength;
    return Array.from({ length: count }, (_, index) => {
      const from = Math.max(0, (start + index - placeStart) * perPixel);
      const to = Math.min(resultLength, (start + index + 1 - placeStart) * perPixel);
      const first = Math.min(resultLength - 1, Math.max(0, Math.floor(from)));
      const split = Math.min(to, first + 1);
      return { first, ofFirst: split - from, ofSecond: first + 1 < resultLength ? to - split : 0 };
    });
  }

  #makeRoomTo(lastRow: number): void {
    const length = (lastRow - this.#firstRow + 1) * this.#size.width * (CHANNELS + 1);
    if (length <= this.#sums.length) return;
    const sums = new Float32Array(length);
    sums.set(this.#sums);
    this.#sums = sums;
  }

  #flushTo(endRow: number): void {
    const rowLength = this.#size.width * (CHANNELS + 1);
    const end = Math.min((endRow - this.#firstRow) * rowLength, this.#sums.length);
    let to = this.#firstRow * this.#size.width * CHANNELS;
    for (let at = 0; at < end; at += CHANNELS + 1, to += CHANNELS) {
      const weight = this.#sums[at + 3]! || 1;
      for (let channel = 0; channel < CHANNELS; channel++) {
        this.#picture[to + channel] = Math.round(this.#sums[at + channel]! / weight);
      }
    }
    this.#sums = this.#sums.slice(Math.max(0, end));
    this.#firstRow = endRow;
  }
}
