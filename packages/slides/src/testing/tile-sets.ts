/** Tile sets cut from an image, as programs create them, for tests. */
import { cutPicture, encodePng, type RawPicture } from "../codec/raw-picture.ts";
import type { ZipEntrySpec } from "./build-zip.ts";
import { buildPicture } from "./pictures.ts";

export interface TileFile {
  readonly name: string;
  readonly contents: Buffer;
}

type Halve = (side: number) => number;

export interface PyramidSpec {
  readonly width: number;
  readonly height: number;
  readonly tilePx: number;
  readonly overlapPx?: number;
  /** Rounding of an odd side; default: up. */
  readonly halve?: Halve;
  /** A uniform grey; default: edges, gradients and noise. */
  readonly greyLevel?: number;
}

interface CutTile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly png: Buffer;
}

/** Each level is a separate image (seed: its number), from the largest to a single pixel. */
export function picturesOf({
  width,
  height,
  halve = (side) => Math.ceil(side / 2),
  greyLevel,
}: PyramidSpec): RawPicture[] {
  const pictures: RawPicture[] = [];
  for (let level = 0, [w, h] = [width, height]; ; level++) {
    const picture = buildPicture(w, h, 3, level + 1);
    pictures.push(greyLevel !== undefined ? { ...picture, samples: Buffer.alloc(w * h * 3, greyLevel) } : picture);
    if (w === 1 && h === 1) return pictures;
    [w, h] = [Math.max(1, halve(w)), Math.max(1, halve(h))];
  }
}

async function cutTiles(pictures: readonly RawPicture[], { tilePx, overlapPx = 0 }: PyramidSpec): Promise<CutTile[]> {
  const tiles: CutTile[] = [];
  for (const [level, picture] of pictures.entries()) {
    for (let y = 0; y * tilePx < picture.height; y++) {
      for (let x = 0; x * tilePx < picture.width; x++) {
        const [left, top] = [Math.max(0, x * tilePx - overlapPx), Math.max(0, y * tilePx - overlapPx)];
        const width = Math.min(picture.width, (x + 1) * tilePx + overlapPx) - left;
        const height = Math.min(picture.height, (y + 1) * tilePx + overlapPx) - top;
        const { bytes } = await encodePng(cutPicture(picture, { left, top, width, height }));
        tiles.push({ level, x, y, png: bytes });
      }
    }
  }
  return tiles;
}

export interface BuiltTileSet {
  readonly files: readonly TileFile[];
  /** Image of each level, the largest first. */
  readonly pictures: readonly RawPicture[];
}

/** @param folder with a trailing `/`, or empty. */
export async function buildDeepZoom(spec: PyramidSpec, folder = "slides/"): Promise<BuiltTileSet> {
  const pictures = picturesOf(spec);
  const tiles = await cutTiles(pictures, spec);
  const top = Math.ceil(Math.log2(Math.max(spec.width, spec.height)));
  const description =
    `<?xml version="1.0"?><Image TileSize="${spec.tilePx}" Overlap="${spec.overlapPx ?? 0}" Format="jpg" ` +
    `xmlns="http://schemas.microsoft.com/deepzoom/2008"><Size Width="${spec.width}" Height="${spec.height}"/></Image>`;
  return {
    pictures,
    files: [
      { name: `${folder}one.dzi`, contents: Buffer.from(description) },
      ...tiles.map(({ level, x, y, png }) => ({
        name: `${folder}one_files/${top - level}/${x}_${y}.png`,
        contents: png,
      })),
    ],
  };
}

export async function buildZoomify(spec: PyramidSpec, folder = ""): Promise<BuiltTileSet> {
  const all = picturesOf(spec);
  const last = all.findIndex(({ width, height }) => width <= spec.tilePx && height <= spec.tilePx);
  const pictures = all.slice(0, last + 1);
  const tiles = (await cutTiles(pictures, spec)).sort(
    (one, other) => other.level - one.level || one.y - other.y || one.x - other.x,
  );
  const description =
    `<IMAGE_PROPERTIES WIDTH="${spec.width}" HEIGHT="${spec.height}" NUMTILES="${tiles.length}" NUMIMAGES="1" ` +
    `VERSION="1.8" TILESIZE="${spec.tilePx}" />`;
  return {
    pictures,
    files: [
      { name: `${folder}ImageProperties.xml`, contents: Buffer.from(description) },
      ...tiles.map(({ level, x, y, png }, index) => ({
        name: `${folder}TileGroup${Math.floor(index / 256)}/${last - level}-${x}-${y}.jpg`,
        contents: png,
      })),
    ],
  };
}

/** @param tilesSaid whether the description contains the tile size and the scale factors. */
export async function buildIiif(
  spec: PyramidSpec,
  {
    version,
    factors,
    tilesSaid = true,
  }: { readonly version: 1 | 2 | 3; readonly factors: readonly number[]; readonly tilesSaid?: boolean },
  folder = "image/",
): Promise<BuiltTileSet> {
  const pictures = picturesOf(spec).slice(0, factors.length);
  const tiles = await cutTiles(pictures, spec);
  const said = {
    1: { tile_width: spec.tilePx, tile_height: spec.tilePx, scale_factors: factors },
    2: { tiles: [{ width: spec.tilePx, scaleFactors: factors }] },
    3: { tiles: [{ width: spec.tilePx, scaleFactors: factors }] },
  };
  const description = {
    "@context": `http://iiif.io/api/image/${version}/context.json`,
    protocol: "http://iiif.io/api/image",
    width: spec.width,
    height: spec.height,
    ...(tilesSaid ? said[version] : {}),
    service: { profile: "http://iiif.io/api/annex/services/physdim", physicalScale: 0.0005, physicalUnits: "mm" },
  };
  const nameOf = ({ level, x, y }: CutTile) => {
    const step = spec.tilePx * factors[level]!;
    const [left, top] = [x * step, y * step];
    const [width, height] = [Math.min(step, spec.width - left), Math.min(step, spec.height - top)];
    const isWhole = width === spec.width && height === spec.height;
    const region = isWhole ? "full" : `${left},${top},${width},${height}`;
    const [w, h] = [Math.ceil(width / factors[level]!), Math.ceil(height / factors[level]!)];
    return `${folder}${region}/${version === 3 ? `${w},${h}` : `${w},`}/0/${version === 1 ? "native" : "default"}.png`;
  };
  return {
    pictures,
    files: [
      { name: `${folder}info.json`, contents: Buffer.from(JSON.stringify(description)) },
      ...tiles.map((tile) => ({ name: nameOf(tile), contents: tile.png })),
    ],
  };
}

export function zipEntriesOf(files: readonly TileFile[], more: Partial<ZipEntrySpec> = {}): ZipEntrySpec[] {
  return files.map((file) => ({ ...file, ...more }));
}
