/**
 * Finds the tiles of a JPEG 2000 codestream. Each is coded separately, in one part or several.
 *
 * Source: ITU-T T.800, A.4.2 (SOT).
 */
import { incompleteFile } from "../bytes/incomplete-file.ts";
import { damagedJpeg2000 } from "./jp2-boxes.ts";
import type { Jpeg2000Header } from "./jpeg2000-header.ts";

export interface TilePart {
  /** Index from left to right, then down, from 0. */
  readonly tile: number;
  /** Range in the codestream: the marker's first byte, and the first byte after the part. */
  readonly start: number;
  readonly end: number;
}

const START_OF_TILE = 0xff90;
const START_OF_TILE_BYTES = 12;
/** Up to 65,535 tiles with few parts each. */
const MAX_PARTS = 1_000_000;

/** Reads the marker at the start of a tile part; the returned `end` may be beyond the codestream's end. */
export function readTilePart(marker: Buffer, start: number, codestreamEnd: number): TilePart | null {
  if (marker.length < START_OF_TILE_BYTES || marker.readUInt16BE(0) !== START_OF_TILE) return null;
  const length = marker.readUInt32BE(6);
  // Length 0: the last part, which extends to the end.
  const end = length === 0 ? codestreamEnd : start + length;
  if (end < start + START_OF_TILE_BYTES + 2) throw damagedJpeg2000();
  return { tile: marker.readUInt16BE(4), start, end };
}

/**
 * All parts, in file order.
 *
 * @param tilesStart position of the first part.
 * @param readMarker reads the twelve bytes at a position, or fewer at the end.
 * @throws SlideFileError `truncated` if a part ends beyond the codestream.
 */
export async function listTileParts(
  { tilesStart, codestreamEnd }: { readonly tilesStart: number; readonly codestreamEnd: number },
  readMarker: (position: number, length: number) => Buffer | Promise<Buffer>,
): Promise<TilePart[]> {
  const parts: TilePart[] = [];
  for (let at = tilesStart; at < codestreamEnd && parts.length < MAX_PARTS; ) {
    const part = readTilePart(
      await readMarker(at, Math.min(START_OF_TILE_BYTES, codestreamEnd - at)),
      at,
      codestreamEnd,
    );
    if (part === null) break;
    if (part.end > codestreamEnd) {
      throw incompleteFile();
    }
    parts.push(part);
    at = part.end;
  }
  return parts;
}

/** @throws SlideFileError `damaged` if a tile is missing or truncated: the decoder would leave it blank. */
export function assertWholeCodestream(codestream: Buffer, { tilesStart, tiles }: Jpeg2000Header): void {
  const end = codestream.length;
  const found = new Set<number>();
  for (let at = tilesStart, count = 0; at < end && count < MAX_PARTS; count++) {
    const part = readTilePart(codestream.subarray(at, at + START_OF_TILE_BYTES), at, end);
    if (part === null) break;
    if (part.end > end) throw damagedJpeg2000();
    found.add(part.tile);
    at = part.end;
  }
  if (found.size < tiles) throw damagedJpeg2000();
}
