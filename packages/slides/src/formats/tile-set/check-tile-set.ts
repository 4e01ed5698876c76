/**
 * Checks that the tiles of a set are complete. Some programs omit empty tiles; other missing tiles mean that files were
 * lost.
 */
import type { EntryStore } from "../../archive/entry-store.ts";
import { cutPicture, type RawPicture } from "../../codec/raw-picture.ts";
import { readColourTile, tilePlaceOf } from "../../picture/colour-tile.ts";
import { SlideFileError, type SlideSource, tileGridOf } from "../../slide-source.ts";
import type { TileSetLayout } from "./tile-set-layout.ts";

/** Up to this number, missing tiles are shown white without an error. */
const FEW_MISSING = 8;
const FEW_MISSING_SHARE = 0.01;
/** If more are missing, this number of them is compared with a smaller level, which must be empty there. */
const LOOKED_UP = 24;
const EVEN_SHARE = 0.9;
/** Maximum range of grey levels of an empty area. */
const EVEN_SPAN = 40;

interface TilePosition {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** @throws SlideFileError `truncated` if tiles are missing where the slide is not empty. */
export async function checkTileSet(
  source: SlideSource,
  store: EntryStore,
  layout: TileSetLayout,
  signal?: AbortSignal,
): Promise<void> {
  const isMissing = ({ level, x, y }: TilePosition) =>
    !layout.pathsOf(level, x, y).some((path) => store.find(path) !== undefined);
  const { missing, count, total } = countMissing(layout, isMissing, signal);
  if (count <= Math.max(FEW_MISSING, total * FEW_MISSING_SHARE)) return;
  let even = 0;
  for (const position of missing) {
    signal?.throwIfAborted();
    if (await showsNothing(source, position, isMissing)) even += 1;
  }
  if (even >= missing.length * EVEN_SHARE) return;
  const [some, all] = [count.toLocaleString("en"), total.toLocaleString("en")];
  throw new SlideFileError("truncated", `This set of tiles is incomplete: ${some} of its ${all} tiles are missing.`);
}

/** @returns in `missing` an evenly distributed sample of them. */
function countMissing(
  layout: TileSetLayout,
  isMissing: (position: TilePosition) => boolean,
  signal?: AbortSignal,
): { missing: TilePosition[]; count: number; total: number } {
  let missing: TilePosition[] = [];
  let [count, total, step] = [0, 0, 1];
  for (const [level, facts] of layout.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    for (let y = 0; y < rows; y++) {
      signal?.throwIfAborted();
      for (let x = 0; x < columns; x++) {
        total += 1;
        if (!isMissing({ level, x, y })) continue;
        count += 1;
        if (count % step !== 0) continue;
        missing.push({ level, x, y });
        if (missing.length < 2 * LOOKED_UP) continue;
        missing = missing.filter((_, index) => index % 2 === 1);
        step *= 2;
      }
    }
  }
  return { missing, count, total };
}

/** Whether the next smaller level that covers the tile's position is uniform there. */
async function showsNothing(
  source: SlideSource,
  { level, x, y }: TilePosition,
  isMissing: (position: TilePosition) => boolean,
): Promise<boolean> {
  const facts = source.levels[level]!;
  const place = tilePlaceOf(facts, x, y);
  const [centreX, centreY] = [place.left + place.width / 2, place.top + place.height / 2];
  for (let smaller = level + 1; smaller < source.levels.length; smaller++) {
    const below = source.levels[smaller]!;
    const [scaleX, scaleY] = [below.width / facts.width, below.height / facts.height];
    const [pixelX, pixelY] = [Math.floor(centreX * scaleX), Math.floor(centreY * scaleY)];
    const position = {
      level: smaller,
      x: Math.floor(pixelX / below.tileWidth),
      y: Math.floor(pixelY / below.tileHeight),
    };
    if (isMissing(position)) continue;
    const tile = await readColourTile(source, smaller, position.x, position.y);
    return isEven(
      partAround(
        tile,
        pixelX % below.tileWidth,
        pixelY % below.tileHeight,
        place.width * scaleX,
        place.height * scaleY,
      ),
    );
  }
  return false;
}

function partAround(tile: RawPicture, x: number, y: number, width: number, height: number): RawPicture {
  const left = Math.max(0, Math.ceil(x - width / 2));
  const top = Math.max(0, Math.ceil(y - height / 2));
  return cutPicture(tile, {
    left,
    top,
    width: Math.max(1, Math.min(tile.width - left, Math.floor(width))),
    height: Math.max(1, Math.min(tile.height - top, Math.floor(height))),
  });
}

function isEven({ samples, channels }: RawPicture): boolean {
  for (let channel = 0; channel < channels; channel++) {
    let [min, max] = [255, 0];
    for (let at = channel; at < samples.length; at += channels) {
      min = Math.min(min, samples[at]!);
      max = Math.max(max, samples[at]!);
    }
    if (max - min > EVEN_SPAN) return false;
  }
  return true;
}
