/**
 * Methods for finding the start of the rows of units of a lane in the file.
 */
import { damagedJpeg } from "../../codec/jpeg-header.ts";
import type { NumberList } from "../../tiff/tiff-page.ts";
import type { NdpiPicture } from "./ndpi-picture.ts";
import type { ReadableBytes } from "./read-ndpi.ts";

/** Some rows of one lane, from the top. */
export interface RowPlaces {
  /** First byte of each row, in the file. */
  readonly starts: Float64Array;
  /** After its last byte, or slightly later: the row ends with its units. */
  readonly ends: Float64Array;
  /** Number of bits of its first byte that belong to the previous row. */
  readonly bits: Uint8Array;
  /** DC values before its first unit, one per component. */
  readonly predictors: Int16Array;
}

export interface RowFinder {
  /** @throws SlideFileError `damaged` if the image ends too early. */
  find(lane: number, firstRow: number, count: number): Promise<RowPlaces>;
}

export function emptyPlaces(count: number, components: number): RowPlaces {
  return {
    starts: new Float64Array(count),
    ends: new Float64Array(count),
    bits: new Uint8Array(count),
    predictors: new Int16Array(count * components),
  };
}

/** Uses the file's own table. */
export class RecordedRows implements RowFinder {
  readonly #file: ReadableBytes;
  readonly #picture: NdpiPicture;

  constructor(file: ReadableBytes, picture: NdpiPicture) {
    this.#file = file;
    this.#picture = picture;
  }

  async find(lane: number, firstRow: number, count: number): Promise<RowPlaces> {
    const { lanes, rows, strip, stream, starts, startsHigh } = this.#picture;
    const first = firstRow * lanes + lane;
    // Includes the start of the next interval, which is the end of this one.
    const last = Math.min((firstRow + count - 1) * lanes + lane + 1, rows * lanes - 1);
    const [low, high] = await Promise.all([
      this.#read(starts!, first, last),
      startsHigh && this.#read(startsHigh, first, last),
    ]);
    const startAt = (index: number) =>
      index > last ? strip.bytes : low(index - first) + (high ? high(index - first) * 2 ** 32 : 0);
    const places = emptyPlaces(count, stream.components.length);
    for (let row = 0; row < count; row++) {
      const [start, end] = [startAt(first + row * lanes), startAt(first + row * lanes + 1)];
      if (start >= end || end > strip.bytes) throw damagedJpeg();
      places.starts[row] = strip.position + start;
      places.ends[row] = strip.position + end;
    }
    return places;
  }

  async #read(list: NumberList, first: number, last: number): Promise<(index: number) => number> {
    const bytes = await this.#file.read(list.position + first * list.bytesEach, (last - first + 1) * list.bytesEach);
    return (index) => bytes.readUIntLE(index * list.bytesEach, Math.min(6, list.bytesEach));
  }
}

/** Searches for restart markers, incrementally and once. */
export class MarkedRows implements RowFinder {
  readonly #file: ReadableBytes;
  readonly #picture: NdpiPicture;
  /** Starts of the intervals found so far, in the file; the array has spare capacity. */
  #starts = new Float64Array(1024);
  #found = 1;
  #searchedTo: number;
  #searching: Promise<void> = Promise.resolve();

  constructor(file: ReadableBytes, picture: NdpiPicture) {
    this.#file = file;
    this.#picture = picture;
    this.#searchedTo = picture.strip.position + picture.stream.dataStart;
    this.#starts[0] = this.#searchedTo;
  }

  async find(lane: number, firstRow: number, count: number): Promise<RowPlaces> {
    const { lanes, strip, stream } = this.#picture;
    const first = firstRow * lanes + lane;
    const next = (firstRow + count - 1) * lanes + lane + 1;
    const search = this.#searching.then(() => this.#searchFor(Math.min(next + 1, this.#count)));
    this.#searching = search.catch(() => {});
    await search;
    const places = emptyPlaces(count, stream.components.length);
    for (let row = 0; row < count; row++) {
      const index = first + row * lanes;
      places.starts[row] = this.#starts[index]!;
      places.ends[row] = index + 1 < this.#count ? this.#starts[index + 1]! : strip.position + strip.bytes;
    }
    return places;
  }

  get #count(): number {
    return this.#picture.rows * this.#picture.lanes;
  }

  #add(start: number): void {
    if (this.#found === this.#starts.length) {
      const longer = new Float64Array(this.#found * 2);
      longer.set(this.#starts);
      this.#starts = longer;
    }
    this.#starts[this.#found++] = start;
  }

  async #searchFor(count: number): Promise<void> {
    const { strip } = this.#picture;
    const end = strip.position + strip.bytes;
    while (this.#found < count) {
      const start = this.#searchedTo;
      const length = Math.min(2 ** 20, end - start);
      if (length < 2) throw damagedJpeg();
      const bytes = await this.#file.read(start, length);
      let at = bytes.indexOf(0xff);
      while (at >= 0 && at + 1 < length && this.#found < this.#count) {
        const marker = bytes[at + 1]!;
        if (marker >= 0xd0 && marker <= 0xd7) {
          if (marker !== 0xd0 + ((this.#found - 1) % 8)) throw damagedJpeg();
          this.#add(start + at + 2);
        }
        at = bytes.indexOf(0xff, at + 1);
      }
      // A last 0xFF may be the first half of a marker.
      this.#searchedTo = start + length - (bytes[length - 1] === 0xff && length > 1 ? 1 : 0);
      if (start + length === end && this.#found < count) throw damagedJpeg();
    }
  }
}
