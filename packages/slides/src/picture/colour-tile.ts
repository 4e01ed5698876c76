/** A tile's own area in colour, for every kind of tile: overlaps are cropped, channels are combined. */
import { cutPicture, decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import { type ReadTileOptions, SlideFileError, type SlideLevel, type SlideSource } from "../slide-source.ts";
import { compositeChannels } from "./composite-channels.ts";
import { shownPlanesOf } from "./measured-windows.ts";

/** An area within a level, in px of the level. */
export interface TilePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Bounds of a tile without its overlap, cropped to the image. */
export function tilePlaceOf(level: SlideLevel, x: number, y: number): TilePlace {
  const [left, top] = [x * level.tileWidth, y * level.tileHeight];
  return {
    left,
    top,
    width: Math.min(level.tileWidth, level.width - left),
    height: Math.min(level.tileHeight, level.height - top),
  };
}

/**
 * Reads one tile as red, green and blue: exactly its own area, without overlap. Channels are shown in the file's own
 * colours, with the file's own or the measured display ranges (`picture/measured-windows.ts`), at the plane's depth and
 * time.
 *
 * @throws RangeError if there is no such tile; SlideFileError `damaged` if it cannot be decoded or is too small.
 */
export async function readColourTile(
  source: SlideSource,
  level: number,
  x: number,
  y: number,
  options: ReadTileOptions = {},
): Promise<RawPicture> {
  const { depth = 0, time = 0 } = options.plane ?? {};
  const planes = await shownPlanesOf(source);
  const channels = planes?.channels ?? [];
  const read = (channel: number) => readPlaneTile(source, level, x, y, { ...options, plane: { channel, depth, time } });
  if (channels.length === 0) return read(0);
  const pictures: RawPicture[] = [];
  for (const channel of channels.keys()) pictures.push(await read(channel));
  return compositeChannels(pictures, channels, planes!.sampleBits);
}

/**
 * Reads one tile of one plane as encoded by `readTile`, and decodes it: exactly its own area, without overlap.
 *
 * @throws RangeError if there is no such tile; SlideFileError `damaged` if it cannot be decoded or is too small.
 */
export async function readPlaneTile(
  source: SlideSource,
  level: number,
  x: number,
  y: number,
  options: ReadTileOptions = {},
): Promise<RawPicture> {
  const { bytes } = await source.readTile(level, x, y, options);
  return cutToPlace(await decodePicture(bytes), source.levels[level]!, x, y);
}

function cutToPlace(tile: RawPicture, level: SlideLevel, x: number, y: number): RawPicture {
  const { width, height } = tilePlaceOf(level, x, y);
  const overlap = level.tileOverlapPx ?? 0;
  const [left, top] = [x === 0 ? 0 : overlap, y === 0 ? 0 : overlap];
  if (tile.width < left + width || tile.height < top + height) {
    throw new SlideFileError("damaged", "This file is damaged: a tile does not have the size the file states.");
  }
  return cutPicture(tile, { left, top, width, height });
}
