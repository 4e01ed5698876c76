/**
 * Deep Zoom: a descriptor (`slide.dzi`, `slide.xml`, or JSON) beside a folder `slide_files`, which has a folder for
 * each level, from a single pixel (0) up, each level twice the previous one.
 *
 * Source: Microsoft, "Deep Zoom File Format Overview" and "Deep Zoom Schema Reference"; Seadragon's DZI as JSON.
 */

import type { EntryStore } from "../../archive/entry-store.ts";
import type { ArchiveKind } from "../../opening/archive-kind.ts";
import { SlideFileError } from "../../slide-source.ts";
import { type Descriptor, fieldsOf, findDescriptors, numberOf, parseJson, parseXml } from "./read-descriptor.ts";
import {
  badDescription,
  checkTileSetSize,
  levelAt,
  type ROUNDINGS,
  type Rounding,
  settleLayout,
  type TileSetLayout,
  usedLevels,
  withLevels,
} from "./tile-set-layout.ts";
import { TileSetSource } from "./tile-set-source.ts";
import { readVipsFacts } from "./vips-properties.ts";

interface DeepZoomFacts {
  readonly isCollection: boolean;
  readonly width: number;
  readonly height: number;
  readonly tilePx: number;
  readonly overlapPx: number;
  /** As in the descriptor, e.g. `jpg`; the tiles may have another extension. */
  readonly format: string;
}

const ENDINGS = [".dzi", ".xml", ".json", ".dzc"];
const FORMATS = ["jpg", "jpeg", "png", "webp"];

export const DEEP_ZOOM: ArchiveKind = {
  name: "Deep Zoom",
  recognises: async (store) => (await findDescriptions(store)).length > 0,
  open: openDeepZoom,
};

async function findDescriptions(store: EntryStore): Promise<Descriptor<DeepZoomFacts>[]> {
  const all = await findDescriptors(store, ENDINGS, readDeepZoom);
  // The same descriptor may exist as XML and as JSON; both have the same tiles.
  const seen = new Set<string>();
  return all.filter(({ entry }) => {
    const root = rootOf(entry.path);
    return !seen.has(root) && seen.add(root);
  });
}

/** @returns null if it is not a Deep Zoom descriptor. */
export function readDeepZoom(text: string): DeepZoomFacts | null {
  if (!/\bTileSize\b/.test(text)) return null;
  const root = text.trimStart().startsWith("{") ? parseJson(text) : parseXml(text);
  const isCollection = fieldsOf(root?.Collection) !== null;
  const image = fieldsOf(root?.Image ?? root?.Collection);
  const size = fieldsOf(image?.Size);
  if (image?.TileSize === undefined) return null;
  return {
    isCollection,
    width: numberOf(size?.Width),
    height: numberOf(size?.Height),
    tilePx: numberOf(image.TileSize),
    overlapPx: numberOf(image.Overlap ?? 0),
    format: String(image.Format ?? "").toLowerCase(),
  };
}

async function openDeepZoom(store: EntryStore): Promise<TileSetSource> {
  const [only, another] = await findDescriptions(store);
  if (only === undefined) throw badDescription();
  if (another !== undefined || only.facts.isCollection) {
    const message = "This archive contains several Deep Zoom images or a collection. Add each image separately.";
    throw new SlideFileError("unsupported", message);
  }
  const { facts } = only;
  const tile = { width: facts.tilePx, height: facts.tilePx, overlapPx: facts.overlapPx };
  checkTileSetSize(facts, tile);
  const root = findRoot(store, only);
  const vips = await readVipsFacts(store, `${root}vips-properties.xml`);
  const make = (rounding: Rounding): TileSetLayout =>
    layoutOf(facts, { root, extension: findExtension(store, root, facts) }, rounding, vips);
  const settled = await settleLayout(store, [make("up"), make("down"), make("nearest")]);
  return new TileSetSource(store, withLevels(settled, usedLevels(store, settled)));
}

/** Number of the full-resolution level. */
function topLevelOf({ width, height }: DeepZoomFacts): number {
  return Math.ceil(Math.log2(Math.max(width, height)));
}

function layoutOf(
  facts: DeepZoomFacts,
  { root, extension }: { readonly root: string; readonly extension: string },
  rounding: keyof typeof ROUNDINGS,
  own: Pick<TileSetLayout, "pixelSizeUm" | "objectivePower" | "properties">,
): TileSetLayout {
  const top = topLevelOf(facts);
  const tile = { width: facts.tilePx, height: facts.tilePx, overlapPx: facts.overlapPx };
  return {
    ...own,
    format: "deep-zoom",
    levels: Array.from({ length: top + 1 }, (_, index) => levelAt(facts, 2 ** index, tile, rounding)),
    pathsOf: (level, x, y) => [`${root}${top - level}/${x}_${y}.${extension}`],
  };
}

const rootOf = (path: string) => `${path.replace(/\.[^./]*$/, "")}_files/`;

/** Folder of the levels: named like the descriptor, unless one of them was renamed. */
function findRoot(store: EntryStore, { entry, folder, facts }: Descriptor<DeepZoomFacts>): string {
  const named = rootOf(entry.path);
  if (hasTiles(store, named, facts)) return named;
  const roots = new Set(
    store
      .listEndingWith(FORMATS.map((format) => `/0_0.${format}`))
      .map(({ path }) => /^(.*_files\/)\d+\/0_0\.\w+$/i.exec(path)?.[1] ?? "")
      .filter((root) => root.startsWith(folder) && !root.slice(folder.length, -1).includes("/") && root !== ""),
  );
  const [only, another] = roots;
  if (only !== undefined && another === undefined) return only;
  throw new SlideFileError(
    "truncated",
    "The tiles of this Deep Zoom image are missing. Add the .dzi file together with its _files folder.",
  );
}

/** Possible extensions of tiles: the descriptor's, and what programs write regardless of it. */
const extensionsOf = ({ format }: DeepZoomFacts) =>
  [...new Set([format, ...FORMATS])].filter((one) => /^\w+$/.test(one));

function hasTiles(store: EntryStore, root: string, facts: DeepZoomFacts): boolean {
  return extensionsOf(facts).some((extension) => hasAny(store, root, extension, facts));
}

function findExtension(store: EntryStore, root: string, facts: DeepZoomFacts): string {
  return extensionsOf(facts).find((extension) => hasAny(store, root, extension, facts)) ?? facts.format;
}

/** Checks the first tile of each level: even sets without empty tiles have their small levels. */
function hasAny(store: EntryStore, root: string, extension: string, facts: DeepZoomFacts): boolean {
  for (let level = 0; level <= topLevelOf(facts); level++) {
    if (store.find(`${root}${level}/0_0.${extension}`) !== undefined) return true;
  }
  return false;
}
