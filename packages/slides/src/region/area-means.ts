/**
 * Reduces an image: each pixel of the result is the mean of the area it covers; pixels on the border of the area are
 * weighted by the fraction inside. Works from top to bottom, so that only a row of tiles is in memory.
 */
import type { RawPicture } from "../codec/raw-picture.ts";
import type { Rectangle, Size } from "./upright-frame.ts";

/** Where source pixels are added along one axis: each to one position of the result, or to that and the next one. */
interface Shares {
  readonly first: Int32Array;
  /** Fractions of the pixel added to `first` and to the position after it. */
  readonly ofFirst: Float32Array;
  readonly ofSecond: Float32Array;
}

const CHANNELS = 3;
/** Red, green, blue and their total weight. */
const SUMS = CHANNELS + 1;

export class AreaMeans {
  readonly #place: Rectangle;
  readonly #size: Size;
  readonly #picture: Buffer;
  /** Sums of the unfinished rows of the result: red, green, blue and weight of each pixel. */
  #sums: Float32Array;
  /** The first row of the result in `#sums`. */
  #firstRow = 0;

  /**
   * @param place area of the source that the result shows, in px of the source; at least as large as `size`.
   * @param size of the result.
   */
  constructor(place: Rectangle, size: Size) {
    this.#place = place;
    this.#size = size;
    this.#picture = Buffer.allocUnsafeSlow(size.width * size.height * CHANNELS);
    this.#sums = new Float32Array(0);
  }

  /** Adds source pixels starting at `left`, `top`. After a call with a larger `top`, rows above it must not follow. */
  add(picture: RawPicture, left: number, top: number): void {
    const { width, height } = picture;
    if (width === 0 || height === 0) return;
    const columns = sharesOf(left, width, this.#place.left, this.#size.width / this.#place.width, this.#size.width);
    const rows = sharesOf(top, height, this.#place.top, this.#size.height / this.#place.height, this.#size.height);
    const lastRow = Math.min(this.#size.height - 1, rows.first[height - 1]! + 1);
    this.#makeRoomTo(lastRow);
    const firstColumn = columns.first[0]!;
    const lastColumn = Math.min(this.#size.width - 1, columns.first[width - 1]! + 1);
    const across = new Float32Array((lastColumn - firstColumn + 1) * SUMS);
    for (let y = 0; y < height; y++) {
      across.fill(0);
      sumAcross(picture, y, columns, firstColumn, across);
      const row = rows.first[y]!;
      this.#addRow(row, firstColumn, across, rows.ofFirst[y]!);
      this.#addRow(row + 1, firstColumn, across, rows.ofSecond[y]!);
    }
  }

  /** Declares that no source row above this one will follow, so that complete rows of the result can be finished. */
  finishAbove(sourceRow: number): void {
    const row = ((sourceRow - this.#place.top) * this.#size.height) / this.#place.height;
    this.#flushTo(Math.min(this.#size.height, Math.max(this.#firstRow, Math.floor(row + 1e-9))));
  }

  finish(): RawPicture {
    this.#flushTo(this.#size.height);
    return { ...this.#size, channels: CHANNELS, samples: this.#picture };
  }

  #addRow(row: number, firstColumn: number, across: Float32Array, weight: number): void {
    if (weight <= 0) return;
    const sums = this.#sums;
    const start = ((row - this.#firstRow) * this.#size.width + firstColumn) * SUMS;
    for (let at = 0; at < across.length; at++) sums[start + at]! += across[at]! * weight;
  }

  #makeRoomTo(lastRow: number): void {
    const length = (lastRow - this.#firstRow + 1) * this.#size.width * SUMS;
    if (length <= this.#sums.length) return;
    const sums = new Float32Array(length);
    sums.set(this.#sums);
    this.#sums = sums;
  }

  #flushTo(endRow: number): void {
    const rowLength = this.#size.width * SUMS;
    const end = Math.min((endRow - this.#firstRow) * rowLength, this.#sums.length);
    let to = this.#firstRow * this.#size.width * CHANNELS;
    for (let at = 0; at < end; at += SUMS, to += CHANNELS) {
      const weight = this.#sums[at + 3]! || 1;
      for (let channel = 0; channel < CHANNELS; channel++) {
        this.#picture[to + channel] = Math.round(this.#sums[at + channel]! / weight);
      }
    }
    this.#sums = this.#sums.slice(Math.max(0, end));
    this.#firstRow = endRow;
  }
}

/** Adds one row of the source along x. @param across sums from `firstColumn` of the result on. */
function sumAcross(
  { width, channels, samples }: RawPicture,
  y: number,
  { first, ofFirst, ofSecond }: Shares,
  firstColumn: number,
  across: Float32Array,
): void {
  const toGreen = channels === 3 ? 1 : 0;
  const toBlue = toGreen * 2;
  for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
    const red = samples[at]!;
    const green = samples[at + toGreen]!;
    const blue = samples[at + toBlue]!;
    const to = (first[x]! - firstColumn) * SUMS;
    const share = ofFirst[x]!;
    if (share > 0) {
      across[to]! += red * share;
      across[to + 1]! += green * share;
      across[to + 2]! += blue * share;
      across[to + 3]! += share;
    }
    const rest = ofSecond[x]!;
    if (rest > 0) {
      across[to + SUMS]! += red * rest;
      across[to + SUMS + 1]! += green * rest;
      across[to + SUMS + 2]! += blue * rest;
      across[to + SUMS + 3]! += rest;
    }
  }
}

/**
 * @param start, count range of source pixels; @param placeStart position of the result's start among them.
 * @param perPixel fraction of a result pixel covered by a source pixel, at most about 1.
 */
function sharesOf(start: number, count: number, placeStart: number, perPixel: number, resultLength: number): Shares {
  const shares = {
    first: new Int32Array(count),
    ofFirst: new Float32Array(count),
    ofSecond: new Float32Array(count),
  };
  for (let index = 0; index < count; index++) {
    const from = Math.max(0, (start + index - placeStart) * perPixel);
    const to = Math.min(resultLength, (start + index + 1 - placeStart) * perPixel);
    const first = Math.min(resultLength - 1, Math.max(0, Math.floor(from)));
    const split = Math.min(to, first + 1);
    shares.first[index] = first;
    shares.ofFirst[index] = split - from;
    shares.ofSecond[index] = first + 1 < resultLength ? to - split : 0;
  }
  return shares;
}
