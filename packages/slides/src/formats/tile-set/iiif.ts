/**
 * IIIF Image API level 0: `info.json`, and beside it every tile as a file, `{region}/{size}/0/default.jpg`.
 *
 * Source: IIIF Image API 2.1.1 and 3.0, sections 4 (requests), 5.1 and 5.4 (tiles), and the implementation note on
 * tiles, which names regions and sizes; "physical dimensions" of the services annex.
 */

import type { EntryStore } from "../../archive/entry-store.ts";
import { physicalPixelSize } from "../../codec/physical-pixel-size.ts";
import type { ArchiveKind } from "../../opening/archive-kind.ts";
import { type PixelSizeUm, SlideFileError } from "../../slide-source.ts";
import { type Descriptor, type Fields, fieldsOf, findDescriptors, numberOf, parseJson } from "./read-descriptor.ts";
import { pictureSizeOf } from "./tile-picture.ts";
import {
  badDescription,
  checkTileSetSize,
  isOneTile,
  levelAt,
  MAX_TILE_BYTES,
  MAX_TILE_PX,
  ROUNDINGS,
  type Rounding,
  settleLayout,
  type TileSetLayout,
  usedLevels,
  withLevels,
} from "./tile-set-layout.ts";
import { TileSetSource } from "./tile-set-source.ts";

interface IiifFacts {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Whether the descriptor contains a tile size, which is optional. */
  readonly isTileSizeKnown: boolean;
  /** Ascending, from 1. */
  readonly scaleFactors: readonly number[];
  readonly pixelSizeUm: PixelSizeUm | null;
}

const DESCRIPTION = "info.json";
const MAX_SCALE_FACTORS = 32;
const LARGEST_SCALE_FACTOR = 2 ** 20;
/** Qualities of the unmodified image; `native` is from version 1. */
const FILES = ["default", "native", "color"].flatMap((quality) =>
  ["jpg", "jpeg", "png", "webp"].map((f) => `${quality}.${f}`),
);
/** Width and height of the region, and the width it is scaled to. */
const CORNER_TILE = /^0,0,(\d{1,9}),(\d{1,9})\/(?:(\d{1,9}),\d{0,9}|full|max)\/0\/[^/]+$/;
const MM_PER_UNIT: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4 };

export const IIIF_LEVEL_ZERO: ArchiveKind = {
  name: "IIIF level 0",
  recognises: async (store) => (await findDescriptions(store)).length > 0,
  open: openIiif,
};

function findDescriptions(store: EntryStore): Promise<Descriptor<IiifFacts>[]> {
  return findDescriptors(store, [DESCRIPTION], readIiif);
}

/** @returns null if it is not a IIIF descriptor. */
export function readIiif(text: string): IiifFacts | null {
  const info = parseJson(text);
  if (info === null || !/iiif\.io\/api\/image|library\.stanford\.edu\/iiif/.test(text)) return null;
  const [width, height] = [numberOf(info.width), numberOf(info.height)];
  // Version 1 has the fields of `tiles` at the top level.
  const tiles = Array.isArray(info.tiles) ? fieldsOf(info.tiles[0]) : null;
  const tileWidth = numberOf(tiles?.width ?? info.tile_width ?? whole(width, height));
  const listed = tiles?.scaleFactors ?? info.scale_factors ?? [1];
  const factors = Array.isArray(listed) ? listed.map(numberOf) : [];
  return {
    width,
    height,
    tileWidth,
    tileHeight: numberOf(
      tiles?.height ?? info.tile_height ?? (tiles || info.tile_width ? tileWidth : whole(width, height)),
    ),
    isTileSizeKnown: (tiles?.width ?? info.tile_width) !== undefined,
    scaleFactors: [...new Set(factors)].sort((one, other) => one - other).slice(0, MAX_SCALE_FACTORS),
    pixelSizeUm: physicalSizeOf(info),
  };
}

/** An image without tiles is a single tile, if it does not exceed the maximum size of a tile. */
function whole(width: number, height: number): number {
  return Math.min(MAX_TILE_PX, Math.max(width, height));
}

function physicalSizeOf(info: Fields): PixelSizeUm | null {
  const services = Array.isArray(info.service) ? info.service : [info.service];
  const physical = services.map(fieldsOf).find((service) => service?.physicalScale !== undefined);
  const mm = numberOf(physical?.physicalScale) * (MM_PER_UNIT[String(physical?.physicalUnits)] ?? Number.NaN);
  return physicalPixelSize({ x: 1 / mm, y: 1 / mm });
}

async function openIiif(store: EntryStore): Promise<TileSetSource> {
  const [only, another] = await findDescriptions(store);
  if (only === undefined) throw badDescription();
  if (another !== undefined) {
    throw new SlideFileError("unsupported", "This archive contains several IIIF images. Add each image separately.");
  }
  const { folder } = only;
  assertReadable(only.facts);
  const file = findFileName(store, folder);
  const facts = only.facts.isTileSizeKnown ? only.facts : { ...only.facts, ...tileSizeOfFiles(store, folder, file) };
  assertReadable(facts);
  const complete = { ...facts, scaleFactors: withSmallest(facts) };
  const make = (rounding: Rounding) => layoutOf(complete, { folder, file }, rounding);
  const settled = await settleLayout(store, [make("up"), make("down"), make("nearest")]);
  const found = await settleWholePictures(store, settled);
  return new TileSetSource(store, withLevels(found, usedLevels(store, found)));
}

/** @throws SlideFileError if its sizes or scale factors are impossible for a slide. */
function assertReadable(facts: IiifFacts): void {
  checkTileSetSize(facts, { width: facts.tileWidth, height: facts.tileHeight });
  const isFactor = (factor: number) => Number.isInteger(factor) && factor <= LARGEST_SCALE_FACTOR;
  if (facts.scaleFactors[0] !== 1 || !facts.scaleFactors.every(isFactor)) throw badDescription();
}

/** Derives the tile size from the narrowest file of the upper left corner at full resolution; null: none. */
function tileSizeOfFiles(
  store: EntryStore,
  folder: string,
  file: string,
): Pick<IiifFacts, "tileWidth" | "tileHeight"> | null {
  let narrowest: Pick<IiifFacts, "tileWidth" | "tileHeight"> | null = null;
  for (const { path } of store.listEndingWith([`/0/${file}`])) {
    const name = path.startsWith(folder) ? CORNER_TILE.exec(path.slice(folder.length)) : null;
    if (!name) continue;
    const [tileWidth, tileHeight] = [Number(name[1]), Number(name[2])];
    const isFull = name[3] === undefined || Number(name[3]) === tileWidth;
    if (isFull && (narrowest === null || tileWidth < narrowest.tileWidth)) narrowest = { tileWidth, tileHeight };
  }
  return narrowest;
}

/** Some programs (libvips) create smaller levels than they list; levels without files are removed later. */
function withSmallest({ scaleFactors, width, height, tileWidth, tileHeight }: IiifFacts): number[] {
  const factors = [...scaleFactors];
  for (let last = factors.at(-1)!; width / last > tileWidth || height / last > tileHeight; last = factors.at(-1)!) {
    factors.push(last * 2);
  }
  return factors;
}

/**
 * A level of one tile is the whole image, whose path can be written in many ways, and some programs store another
 * image under some of them; the one with the right size is used.
 */
async function settleWholePictures(store: EntryStore, layout: TileSetLayout): Promise<TileSetLayout> {
  const settled = new Map<number, readonly string[]>();
  for (const [level, facts] of layout.levels.entries()) {
    if (!isOneTile(facts)) continue;
    const fitting: string[] = [];
    for (const path of layout.pathsOf(level, 0, 0)) {
      const entry = store.find(path);
      const size = entry && (await pictureSizeOf(await store.readFully(entry, MAX_TILE_BYTES)));
      if (size?.width === facts.width && size.height === facts.height) fitting.push(path);
    }
    settled.set(level, fitting);
  }
  return { ...layout, pathsOf: (level, x, y) => settled.get(level) ?? layout.pathsOf(level, x, y) };
}

/** Determines the last part of tile paths from the existing files. */
function findFileName(store: EntryStore, folder: string): string {
  const file = FILES.find((name) => store.listEndingWith([`/0/${name}`]).some(({ path }) => path.startsWith(folder)));
  if (file !== undefined) return file;
  throw new SlideFileError(
    "truncated",
    "The tiles of this IIIF image are missing. Add info.json together with the folders beside it.",
  );
}

function layoutOf(
  facts: IiifFacts,
  { folder, file }: { readonly folder: string; readonly file: string },
  rounding: Rounding,
): TileSetLayout {
  const tile = { width: facts.tileWidth, height: facts.tileHeight };
  return {
    format: "iiif",
    levels: facts.scaleFactors.map((factor) => levelAt(facts, factor, tile, rounding)),
    pixelSizeUm: facts.pixelSizeUm,
    objectivePower: null,
    properties: {},
    pathsOf: (level, x, y) => {
      const paths: string[] = [];
      const factor = facts.scaleFactors[level]!;
      const { regions, sizes } = requestsOf(facts, factor, x, y, rounding);
      for (const region of regions) for (const size of sizes) paths.push(`${folder}${region}/${size}/0/${file}`);
      return paths;
    },
  };
}

/** Path variants that versions 2 and 3 and their programs use for a tile, the canonical ones first. */
function requestsOf(
  facts: IiifFacts,
  factor: number,
  x: number,
  y: number,
  rounding: Rounding,
): { regions: readonly string[]; sizes: readonly string[] } {
  const [left, top] = [x * facts.tileWidth * factor, y * facts.tileHeight * factor];
  const regionWidth = Math.min(facts.tileWidth * factor, facts.width - left);
  const regionHeight = Math.min(facts.tileHeight * factor, facts.height - top);
  const sideOf = (side: number) => Math.max(1, ROUNDINGS[rounding](side / factor));
  const [width, height] = [sideOf(regionWidth), sideOf(regionHeight)];
  const isWhole = regionWidth === facts.width && regionHeight === facts.height;
  const region = `${left},${top},${regionWidth},${regionHeight}`;
  return {
    regions: isWhole ? ["full", region] : [region],
    sizes: [
      `${width},`,
      `${width},${height}`,
      ...(factor === 1 ? ["max", "full"] : []),
      `,${height}`,
      // Written by programs that do not scale the height.
      ...(isWhole ? [`${width},${regionHeight}`] : []),
    ],
  };
}
