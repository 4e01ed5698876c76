/**
 * Creates tiles of one image of an NDPI file without decoding: the tile's units are copied.
 */
import type { RandomAccessBytes } from "../../bytes/random-access-bytes.ts";
import { markerAfter, RegionWriter, regionHeading, type StoredPiece } from "../../codec/jpeg-region.ts";
import type { EncodedImage } from "../../slide-source.ts";
import type { BandCache } from "./band-cache.ts";
import { checkIntervals } from "./check-intervals.ts";
import { indexLaneBand, type LaneBand } from "./lane-band.ts";
import type { NdpiPicture, PlacesBy } from "./ndpi-picture.ts";
import { readRanges } from "./read-ranges.ts";
import { MarkedRows, RecordedRows, type RowFinder } from "./row-places.ts";
import { WalkedRows } from "./walked-rows.ts";

/** Sides of tiles, unless lanes are narrow. */
const TILE_PX = 512;
/** Lanes up to this width are used as tiles. */
const WIDEST_WHOLE_LANE_PX = 1024;

const ROW_FINDERS: { readonly [By in PlacesBy]: new (file: RandomAccessBytes, picture: NdpiPicture) => RowFinder } = {
  table: RecordedRows,
  markers: MarkedRows,
  walking: WalkedRows,
};

/** In units, so that tiles consist of whole units. */
export interface TileShape {
  readonly columns: number;
  readonly rows: number;
}

/** Tiles of 512 px, or whole lanes, which need no index, if these are narrow and there are several. */
export function tileShapeOf({ stream, lanes, unitsInLane }: NdpiPicture): TileShape {
  const laneWidth = unitsInLane * stream.unitWidth;
  const isWhole = lanes > 1 && laneWidth <= WIDEST_WHOLE_LANE_PX;
  return {
    columns: isWhole
      ? unitsInLane * Math.max(1, Math.round(TILE_PX / laneWidth))
      : Math.ceil(TILE_PX / stream.unitWidth),
    rows: Math.ceil(TILE_PX / stream.unitHeight),
  };
}

interface TilePlace {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export class PictureTiles {
  readonly #file: RandomAccessBytes;
  readonly #picture: NdpiPicture;
  readonly #shape: TileShape;
  readonly #bands: BandCache;
  readonly #key: number;
  readonly #finder: RowFinder;

  constructor(file: RandomAccessBytes, picture: NdpiPicture, shape: TileShape, bands: BandCache) {
    this.#file = file;
    this.#picture = picture;
    this.#shape = shape;
    this.#bands = bands;
    this.#key = bands.nextPicture();
    this.#finder = new ROW_FINDERS[picture.placesBy](file, picture);
  }

  /** @param x column, `y` row of an existing tile. @throws SlideFileError if the file's bytes are invalid. */
  async read(x: number, y: number, signal?: AbortSignal): Promise<EncodedImage> {
    const { lanes, unitsInLane, placesBy } = this.#picture;
    const place = this.#placeOf(x, y);
    const isWhole =
      lanes > 1 && placesBy !== "walking" && place.left % unitsInLane === 0 && place.right % unitsInLane === 0;
    const bytes = isWhole ? await this.#joinIntervals(place) : await this.#joinPieces(place, y, signal);
    signal?.throwIfAborted();
    return { bytes, mediaType: "image/jpeg" };
  }

  /** @throws SlideFileError `damaged` if interval offsets in the file are impossible. */
  checkIndex(): Promise<void> {
    return checkIntervals(this.#picture, this.#file);
  }

  /** Releases its memory. */
  forget(): void {
    this.#bands.forget(this.#key);
  }

  #placeOf(x: number, y: number): TilePlace {
    const { width, height, stream, rows, lanes, unitsInLane } = this.#picture;
    const { columns: tileColumns, rows: tileRows } = this.#shape;
    const [left, top] = [x * tileColumns, y * tileRows];
    return {
      left,
      right: Math.min(left + tileColumns, lanes * unitsInLane),
      top,
      bottom: Math.min(top + tileRows, rows),
      width: Math.min(tileColumns * stream.unitWidth, width - left * stream.unitWidth),
      height: Math.min(tileRows * stream.unitHeight, height - top * stream.unitHeight),
    };
  }

  /** The tile consists of whole intervals: they are concatenated, with renumbered markers. */
  async #joinIntervals({ left, right, top, bottom, width, height }: TilePlace): Promise<Buffer> {
    const { unitsInLane, stream } = this.#picture;
    const [firstLane, lanes] = [left / unitsInLane, (right - left) / unitsInLane];
    const byLane = await Promise.all(
      Array.from({ length: lanes }, (_, lane) => this.#finder.find(firstLane + lane, top, bottom - top)),
    );
    const count = lanes * (bottom - top);
    const inOrder = (field: "starts" | "ends") =>
      Float64Array.from({ length: count }, (_, at) => byLane[at % lanes]![field][Math.floor(at / lanes)]!);
    const [starts, ends] = [inOrder("starts"), inOrder("ends")];
    const intervals = await readRanges(this.#file, starts, ends);
    const parts: Buffer[] = [regionHeading(stream, width, height, unitsInLane)];
    for (const [index, start] of intervals.starts.entries()) {
      const end = dataEndOf(intervals.bytes, start, start + ends[index]! - starts[index]!);
      parts.push(intervals.bytes.subarray(start, end), markerAfter(index, index === count - 1));
    }
    return Buffer.concat(parts);
  }

  async #joinPieces(place: TilePlace, y: number, signal?: AbortSignal): Promise<Buffer> {
    const { left, right, top, bottom, width, height } = place;
    const { unitsInLane, stream } = this.#picture;
    const firstLane = Math.floor(left / unitsInLane);
    const lastLane = Math.floor((right - 1) / unitsInLane);
    const pieces = await Promise.all(
      Array.from({ length: lastLane - firstLane + 1 }, async (_, index) => {
        const lane = firstLane + index;
        const band = await this.#bandOf(lane, y, top, bottom - top);
        signal?.throwIfAborted();
        const from = Math.max(0, left - lane * unitsInLane);
        const to = Math.min(unitsInLane, right - lane * unitsInLane);
        return this.#piecesOf(band, from, to);
      }),
    );
    const expectedBytes = pieces.flat().reduce((sum, { start, end }) => sum + end - start + 8, 0);
    const writer = new RegionWriter(stream, width, height, right - left, expectedBytes);
    for (let row = 0; row < bottom - top; row++) {
      for (const ofLane of pieces) writer.append(ofLane[row]!);
      writer.endRow(row === bottom - top - 1);
    }
    return writer.finish();
  }

  /** The lane's units between two cuts, row by row. */
  async #piecesOf({ index, stored }: LaneBand, from: number, to: number): Promise<StoredPiece[]> {
    const { cuts, cutBytes, cutBits, predictors, starts } = index;
    const [first, last] = [cuts.indexOf(from), cuts.indexOf(to)];
    const components = this.#picture.stream.components.length;
    const [begins, ends] = [new Float64Array(starts.length), new Float64Array(starts.length)];
    for (const [row, start] of starts.entries()) {
      const at = row * cuts.length;
      begins[row] = start + cutBytes[at + first]!;
      ends[row] = start + cutBytes[at + last]! + (cutBits[at + last] === 0 ? 0 : 1);
    }
    const read = stored ?? (await readRanges(this.#file, begins, ends));
    return Array.from(starts, (_, row) => {
      const at = row * cuts.length;
      const start = read.starts[row]! + (stored ? cutBytes[at + first]! : 0);
      return {
        raw: read.bytes,
        start,
        end: start + ends[row]! - begins[row]!,
        startBit: cutBits[at + first]!,
        endBit: cutBits[at + last]!,
        predictors,
        dcBefore: (at + first) * components,
        dcAfter: (at + last) * components,
      };
    });
  }

  #bandOf(lane: number, y: number, firstRow: number, rows: number): Promise<LaneBand> {
    const place = { lane, firstRow, rows, tileUnits: this.#shape.columns };
    return this.#bands.get(`${this.#key}/${lane}/${y}`, () =>
      indexLaneBand(this.#file, this.#picture, this.#finder, place),
    );
  }
}

/** End of an interval's data: the first marker. */
function dataEndOf(bytes: Buffer, start: number, end: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at < end && bytes[at + 1] === 0) at = bytes.indexOf(0xff, at + 2);
  return at < 0 ? end : Math.min(at, end);
}
