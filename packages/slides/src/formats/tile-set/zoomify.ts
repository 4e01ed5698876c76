/**
 * Zoomify: `ImageProperties.xml` beside folders `TileGroup0`, `TileGroup1` … of 256 tiles each, `{tier}-{x}-{y}.jpg`,
 * numbered over all tiers from the smallest (0), row by row.
 *
 * Source: Zoomify's own documentation of its folders; OpenLayers, ol/source/Zoomify, for the two ways of computing
 * tiers ("default": halves are rounded up; "truncated": down, as in exports of Adobe and some others).
 */

import type { EntryStore } from "../../archive/entry-store.ts";
import type { ArchiveKind } from "../../opening/archive-kind.ts";
import { SlideFileError, tileGridOf } from "../../slide-source.ts";
import { type Descriptor, fieldsOf, findDescriptors, numberOf, parseXml } from "./read-descriptor.ts";
import {
  badDescription,
  checkTileSetSize,
  isOneTile,
  levelAt,
  type Rounding,
  settleLayout,
  type TileSetLayout,
  usedLevels,
  withLevels,
} from "./tile-set-layout.ts";
import { TileSetSource } from "./tile-set-source.ts";
import { readVipsFacts } from "./vips-properties.ts";

interface ZoomifyFacts {
  readonly width: number;
  readonly height: number;
  readonly tilePx: number;
  /** Total of all tiers. */
  readonly tiles: number;
}

const DESCRIPTION = "imageproperties.xml";
const TILES_IN_GROUP = 256;
const FORMATS = ["jpg", "jpeg", "png", "webp"];

export const ZOOMIFY: ArchiveKind = {
  name: "Zoomify",
  recognises: async (store) => (await findDescriptions(store)).length > 0,
  open: openZoomify,
};

function findDescriptions(store: EntryStore): Promise<Descriptor<ZoomifyFacts>[]> {
  return findDescriptors(store, [DESCRIPTION], readZoomify);
}

/** @returns null if it is not a Zoomify descriptor. */
export function readZoomify(text: string): ZoomifyFacts | null {
  const root = fieldsOf(parseXml(text)?.IMAGE_PROPERTIES);
  if (root === null) return null;
  return {
    width: numberOf(root.WIDTH),
    height: numberOf(root.HEIGHT),
    tilePx: numberOf(root.TILESIZE ?? 256),
    tiles: numberOf(root.NUMTILES),
  };
}

async function openZoomify(store: EntryStore): Promise<TileSetSource> {
  const [only, another] = await findDescriptions(store);
  if (only === undefined) throw badDescription();
  if (another !== undefined) {
    const message = "This archive contains several Zoomify images. Add each image separately.";
    throw new SlideFileError("unsupported", message);
  }
  const { facts, folder } = only;
  checkTileSetSize(facts, { width: facts.tilePx, height: facts.tilePx });
  const own = await readVipsFacts(store, `${folder}vips-properties.xml`);
  const extension = FORMATS.find((format) => store.find(`${folder}TileGroup0/0-0-0.${format}`) !== undefined);
  if (extension === undefined) {
    throw new SlideFileError(
      "truncated",
      "The tiles of this Zoomify image are missing. Add ImageProperties.xml together with the TileGroup folders.",
    );
  }
  const make = (rounding: Rounding): TileSetLayout => layoutOf(facts, { folder, extension }, rounding, own);
  const [up, down] = [make("up"), make("down")];
  const isAsMany = (layout: TileSetLayout) => countTiles(layout) === facts.tiles;
  const settled = await settleLayout(store, isAsMany(down) && !isAsMany(up) ? [down, up] : [up, down]);
  return new TileSetSource(store, withLevels(settled, usedLevels(store, settled)));
}

function layoutOf(
  facts: ZoomifyFacts,
  { folder, extension }: { readonly folder: string; readonly extension: string },
  rounding: Rounding,
  own: Pick<TileSetLayout, "pixelSizeUm" | "objectivePower" | "properties">,
): TileSetLayout {
  const tile = { width: facts.tilePx, height: facts.tilePx };
  const levels = [levelAt(facts, 1, tile, rounding)];
  while (!isOneTile(levels.at(-1)!)) levels.push(levelAt(facts, 2 ** levels.length, tile, rounding));
  const grids = levels.map(tileGridOf);
  /** Number of the first tile of each level. */
  const firsts = grids.map((_, level) =>
    grids.slice(level + 1).reduce((sum, { columns, rows }) => sum + columns * rows, 0),
  );
  return {
    ...own,
    format: "zoomify",
    levels,
    pathsOf: (level, x, y) => {
      const number = firsts[level]! + y * grids[level]!.columns + x;
      const group = Math.floor(number / TILES_IN_GROUP);
      return [`${folder}TileGroup${group}/${levels.length - 1 - level}-${x}-${y}.${extension}`];
    },
  };
}

function countTiles({ levels }: TileSetLayout): number {
  return levels.map(tileGridOf).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}
