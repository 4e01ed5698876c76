/**
 * Parses descriptors of slides on other servers: Deep Zoom (XML or JSON), Zoomify (XML), IIIF Image API 2 and 3
 * (info.json). The format is detected by content.
 */
import { AppError } from "../../errors.ts";
import {
  EXTERNAL_LEVELS_MAX,
  EXTERNAL_SIDE_MAX_PX,
  EXTERNAL_TILE_FORMATS,
  EXTERNAL_TILE_MAX_PX,
  type ExternalTileFormat,
} from "../../people/site/external-limits.ts";
import {
  countTiles,
  type ExternalTileFacts,
  externalLevels,
  type IiifFacts,
  type IiifLevelFacts,
  type ZoomifyFacts,
} from "./external-tiles.ts";
import { readXmlTags } from "./xml-tags.ts";

const DESCRIPTOR_MAX_CHARACTERS = 1_000_000;
/** Tile size for IIIF servers that serve any region and name no tile size. */
const FREE_TILE_PX = 512;
const MAX_OVERLAP_PX = 256;

const IIIF_CONTEXTS: Readonly<Record<string, IiifFacts["version"]>> = {
  "http://iiif.io/api/image/2/context.json": 2,
  "http://iiif.io/api/image/3/context.json": 3,
};

type Fields = Readonly<Record<string, unknown>>;

/** @throws AppError `invalid` with a user-facing message. */
export function readExternalDescriptor(text: string): ExternalTileFacts {
  if (text.length > DESCRIPTOR_MAX_CHARACTERS) throw unreadable("it is too long.");
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  return trimmed.startsWith("{") ? readJson(trimmed) : readXml(trimmed);
}

function readXml(text: string): ExternalTileFacts {
  const tags = readXmlTags(text);
  const root = tags?.[0];
  if (!tags || !root) throw unreadable("it is neither XML nor JSON.");
  if (root.name === "Image") {
    const size = tags.find(({ name }) => name === "Size");
    const fields = Object.fromEntries(root.attributes);
    return readDeepZoom({ ...fields, Size: size && Object.fromEntries(size.attributes) });
  }
  if (root.name === "IMAGE_PROPERTIES") return readZoomify(Object.fromEntries(root.attributes));
  if (root.name === "Collection") throw unreadable("it describes a collection of images, not one image.");
  throw unreadable(`its first element, ${root.name.slice(0, 40)}, is unknown.`);
}

function readJson(text: string): ExternalTileFacts {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw unreadable("it is not valid JSON.", error);
  }
  if (!isFields(fields)) throw unreadable("it is not a JSON object.");
  if (isFields(fields.Image)) return readDeepZoom(fields.Image);
  return readIiif(fields);
}

function readDeepZoom(fields: Fields): ExternalTileFacts {
  const size = isFields(fields.Size) ? fields.Size : {};
  const facts = {
    type: "deepzoom",
    width: sideOf(size.Width, "its width"),
    height: sideOf(size.Height, "its height"),
    tileSize: tileSideOf(fields.TileSize),
    tileOverlapPx: wholeOf(fields.Overlap ?? 0, { from: 0, to: MAX_OVERLAP_PX }, "its tiles' overlap"),
    format: formatOf(fields.Format),
  } as const;
  if (facts.tileOverlapPx > facts.tileSize) throw unreadable("its tiles overlap by more than a tile.");
  return facts;
}

function readZoomify(fields: Fields): ExternalTileFacts {
  const images = fields.NUMIMAGES ?? 1;
  if (Number(images) !== 1) throw unreadable("it describes several images, not one.");
  const common = {
    type: "zoomify",
    width: sideOf(fields.WIDTH, "its width"),
    height: sideOf(fields.HEIGHT, "its height"),
    tileSize: tileSideOf(fields.TILESIZE ?? 256),
  } as const;
  // Programs round differently when halving an odd side; the number of tiles shows how. Zoomify rounds down.
  const halvings = (["down", "up"] as const).map((halving): ZoomifyFacts => ({ ...common, halving }));
  const tiles = Number(fields.NUMTILES);
  return halvings.find((facts) => countTiles(externalLevels(facts)) === tiles) ?? halvings[0]!;
}

function readIiif(fields: Fields): IiifFacts {
  const contexts = Array.isArray(fields["@context"]) ? fields["@context"] : [fields["@context"]];
  const version = contexts.map((context) => IIIF_CONTEXTS[String(context)]).find((found) => found !== undefined);
  if (version === undefined) throw unreadable("it is not the description of an IIIF image (version 2 or 3).");
  const [width, height] = [sideOf(fields.width, "its width"), sideOf(fields.height, "its height")];
  const profile = Array.isArray(fields.profile) ? fields.profile[0] : fields.profile;
  const isLevel0 = /(^|\/)level0(\.json)?$/.test(String(profile));
  const tileLevels = Array.isArray(fields.tiles) ? tileLevelsOf(fields.tiles) : [];
  const facts = {
    type: "iiif",
    version,
    width,
    height,
    format: preferredFormatOf(fields.preferredFormats),
    isLevel0,
    tileLevels: tileLevels.length > 0 || isLevel0 ? tileLevels : freeTileLevels(width, height),
    sizes: tileLevels.length > 0 ? [] : sizesOf(fields.sizes, { width, height }),
  } as const;
  if (externalLevels(facts).length === 0) throw unreadable("it offers neither tiles nor sizes.");
  return facts;
}

/** One level per scale factor, from full resolution down; the first if there are several tile sizes for one. */
function tileLevelsOf(tiles: readonly unknown[]): IiifLevelFacts[] {
  const byFactor = new Map<number, IiifLevelFacts>();
  for (const entry of tiles.slice(0, EXTERNAL_LEVELS_MAX)) {
    if (!isFields(entry) || !Array.isArray(entry.scaleFactors)) throw unreadable("its tiles cannot be understood.");
    const tileWidth = tileSideOf(entry.width);
    const tileHeight = tileSideOf(entry.height ?? entry.width);
    for (const factor of entry.scaleFactors.slice(0, EXTERNAL_LEVELS_MAX)) {
      const scaleFactor = wholeOf(factor, { from: 1, to: EXTERNAL_SIDE_MAX_PX }, "a scale factor");
      if (!byFactor.has(scaleFactor)) byFactor.set(scaleFactor, { scaleFactor, tileWidth, tileHeight });
    }
  }
  return [...byFactor.values()].sort((a, b) => a.scaleFactor - b.scaleFactor).slice(0, EXTERNAL_LEVELS_MAX);
}

function freeTileLevels(width: number, height: number): IiifLevelFacts[] {
  const levels: IiifLevelFacts[] = [];
  for (let scaleFactor = 1; ; scaleFactor *= 2) {
    levels.push({ scaleFactor, tileWidth: FREE_TILE_PX, tileHeight: FREE_TILE_PX });
    if (Math.max(width, height) <= FREE_TILE_PX * scaleFactor) return levels;
  }
}

/** Sizes of the whole image, from the largest down; those too large to be shown in one piece are omitted. */
function sizesOf(sizes: unknown, full: { width: number; height: number }): { width: number; height: number }[] {
  const named = (Array.isArray(sizes) ? sizes.slice(0, EXTERNAL_LEVELS_MAX) : []).filter(isFields);
  const all = named.map(({ width, height }) => ({
    width: sideOf(width, "a size's width"),
    height: sideOf(height, "a size's height"),
  }));
  const isUsable = ({ width, height }: { width: number; height: number }) =>
    Math.max(width, height) <= EXTERNAL_TILE_MAX_PX && width <= full.width && height <= full.height;
  return all.filter(isUsable).sort((a, b) => b.width - a.width);
}

function preferredFormatOf(formats: unknown): ExternalTileFormat {
  const known: readonly unknown[] = EXTERNAL_TILE_FORMATS;
  const found = Array.isArray(formats) ? formats.find((format) => known.includes(format)) : undefined;
  return (found as ExternalTileFormat | undefined) ?? "jpg";
}

function formatOf(value: unknown): ExternalTileFormat {
  const format = EXTERNAL_TILE_FORMATS.find((known) => known === value);
  if (!format) throw unreadable(`its tiles are in the format "${String(value).slice(0, 20)}", which no browser shows.`);
  return format;
}

const sideOf = (value: unknown, name: string) => wholeOf(value, { from: 1, to: EXTERNAL_SIDE_MAX_PX }, name);
const tileSideOf = (value: unknown) => wholeOf(value, { from: 16, to: EXTERNAL_TILE_MAX_PX }, "the size of its tiles");

/** @param value a number, or a string of digits. */
function wholeOf(value: unknown, { from, to }: { from: number; to: number }, name: string): number {
  const isDigits = typeof value === "string" && /^\d{1,9}$/.test(value.trim());
  const number = isDigits ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= from && number <= to) return number;
  throw unreadable(`${name} must be a whole number from ${from} to ${to}.`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(why: string, cause?: unknown): AppError {
  return new AppError("invalid", `This description of a slide cannot be used: ${why}`, { cause });
}
