/**
 * One level of a slide that consists of images at arbitrary positions, or of overlapping tiles.
 */
import type { TilePlace } from "../../picture/colour-tile.ts";
import type { SlideLevel } from "../../slide-source.ts";
import { type PictureStorage, segmentGridOf } from "../../tiff/tiff-page.ts";

/** Part of a segment (a stored tile), and its position. */
export interface PlacedPart {
  /** Index into the level's `pictures`. */
  readonly picture: number;
  readonly column: number;
  readonly row: number;
  /** Within the segment. */
  readonly part: TilePlace;
  /** Position of the part's upper left corner, in the level's pixels. */
  readonly left: number;
  readonly top: number;
}

export interface MosaicLevel {
  readonly facts: SlideLevel;
  readonly pictures: readonly PictureStorage[];
  /** The parts shown at a place, in painting order: later parts cover earlier ones. */
  readonly partsAt: (place: TilePlace) => readonly PlacedPart[];
}

/** A whole image and its position, in the level's pixels. */
export interface PlacedPicture {
  readonly picture: PictureStorage;
  readonly left: number;
  readonly top: number;
}

/** A level of whole images; where they overlap, later ones cover earlier ones. */
export function levelOfPictures(facts: SlideLevel, placed: readonly PlacedPicture[]): MosaicLevel {
  return {
    facts,
    pictures: placed.map(({ picture }) => picture),
    partsAt: (place) => placed.flatMap((one, index) => partsOfPicture(one, index, place)),
  };
}

function partsOfPicture({ picture, left, top }: PlacedPicture, index: number, place: TilePlace): PlacedPart[] {
  const { segmentWidth, segmentHeight } = picture;
  const { columns, rows } = segmentGridOf(picture);
  const [firstColumn, endColumn] = rangeOf(place.left - left, place.width, segmentWidth, columns);
  const [firstRow, endRow] = rangeOf(place.top - top, place.height, segmentHeight, rows);
  const parts: PlacedPart[] = [];
  for (let row = firstRow; row < endRow; row++) {
    for (let column = firstColumn; column < endColumn; column++) {
      const part = {
        left: 0,
        top: 0,
        width: Math.min(segmentWidth, picture.width - column * segmentWidth),
        height: Math.min(segmentHeight, picture.height - row * segmentHeight),
      };
      parts.push({
        picture: index,
        column,
        row,
        part,
        left: left + column * segmentWidth,
        top: top + row * segmentHeight,
      });
    }
  }
  return parts;
}

/** Grid cells that intersect an interval from `start`: the first, and the exclusive end. */
export function rangeOf(start: number, length: number, step: number, count: number): [first: number, end: number] {
  const first = Math.max(0, Math.floor(start / step));
  return [first, Math.max(first, Math.min(count, Math.ceil((start + length) / step)))];
}
