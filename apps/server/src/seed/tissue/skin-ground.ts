/**
 * Paints the skin below its nuclei: horn layer, epithelium with its cell borders, collagen, glands, hair, vessels, fat.
 */
import { type Noise, smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { HAIR_FOLLICLE, paintSkinBody } from "./skin-bodies.ts";
import type { SkinCells } from "./skin-cells.ts";
import { NO_KIND, SkinFields } from "./skin-fields.ts";
import type { SkinLayout } from "./skin-layout.ts";
import { SkinPixel } from "./skin-pixel.ts";
import { sharedTextures, type Texture } from "./textures.ts";
import { NODES, SPAN_PX, type Tile } from "./tile.ts";

/** @returns a painter of tiles; it returns false if the tile is bare glass. */
export function skinGround(seed: number, layout: SkinLayout, cells: SkinCells): (tile: Tile) => boolean {
  const fields = new SkinFields(seed, layout, cells);
  const pixel = new SkinPixel();
  return (tile) => {
    if (!fields.sample(tile)) return false;
    paintTile(tile, fields, pixel);
    return true;
  };
}

function paintTile(tile: Tile, fields: SkinFields, pixel: SkinPixel): void {
  const { grain, cloud, fibre } = sharedTextures();
  const { edge, kindAt } = fields;
  const { first, second, third } = tile;
  for (let row = 0; row < SPAN_PX; row++) {
    const y = tile.top + row;
    const nodeRow = ((row + 2) >> 2) * NODES;
    const textureRow = (y & TEXTURE_MASK) << TEXTURE_SHIFT;
    pixel.y = y;
    for (let column = 0, at = row * SPAN_PX; column < SPAN_PX; column++, at++) {
      const x = tile.left + column;
      const fine = grain[textureRow + ((x + (y >> 9) * 173) & TEXTURE_MASK)]!;
      const inside = edge.pixels[at]! + 1.4 * fine;
      if (inside < -1.5) continue;
      pixel.at = at;
      pixel.x = x;
      pixel.fine = fine;
      pixel.soft = cloud[textureRow + ((x + (x >> 3)) & TEXTURE_MASK)]!;
      pixel.kind = kindAt[nodeRow + ((column + 2) >> 2)]!;
      paintPixel(pixel, fields, fibre);
      const cover = smoothStep(-1.5, 2, inside);
      first[at] = pixel.hematoxylin * cover;
      second[at] = pixel.eosin * cover;
      third[at] = pixel.orange * cover;
    }
  }
}

/** From bottom to top: dermis or fat, the structures in it, the epidermis, and the horn layer. */
function paintPixel(pixel: SkinPixel, fields: SkinFields, fibre: Texture): void {
  const { at, kind } = pixel;
  const below = fields.surface.pixels[at]!;
  const underEpidermis = fields.junction.pixels[at]!;
  const inBody = fields.depth.pixels[at]!;
  pixel.orange = 0;
  if (fields.dermis.pixels[at]! > 0) paintFat(pixel, fields);
  else paintDermis(pixel, fields, fibre, underEpidermis);
  if (inBody > -5 && kind !== NO_KIND && below > 20)
    paintSkinBody(pixel, inBody, fields.lumen.pixels[at]!, fields.border.pixels[at]!);
  if (underEpidermis < 3 && below > -4 && !(kind === HAIR_FOLLICLE && inBody > 12))
    paintEpidermis(pixel, fields.border.pixels[at]!, below, underEpidermis);
  if (below < 6) paintHornLayer(pixel, fields.noise, below);
}

/** Fat cells: thin walls around dissolved content. */
function paintFat(pixel: SkinPixel, fields: SkinFields): void {
  const wall = 3.2 + 1.3 * pixel.soft;
  const line = smoothStep(wall + 1.6, wall - 1.4, fields.bundle.pixels[pixel.at]!);
  pixel.eosin = 0.012 + line * (0.3 + 0.06 * pixel.fine);
  pixel.hematoxylin = line * 0.05;
}

/** Collagen: fine in the papillary layer, in coarse bundles with slits in the reticular layer. */
function paintDermis(pixel: SkinPixel, fields: SkinFields, fibre: Texture, underEpidermis: number): void {
  const { at, x, fine, soft } = pixel;
  const v = fields.across.pixels[at]!;
  const strand = fibre[((Math.round(v * 1.3) & TEXTURE_MASK) << TEXTURE_SHIFT) + (((x * 5) >> 4) & TEXTURE_MASK)]!;
  const papillary = smoothStep(330, 120, underEpidermis);
  const tone = fields.tone.pixels[at]!;
  const slit = Math.abs(fields.bundle.pixels[at]! + 0.06 * strand) - 0.045 - 0.06 * tone;
  const open = smoothStep(0.06, 0, slit) * (1 - 0.55 * papillary);
  const reticular = 0.36 + 0.13 * tone + 0.06 * strand + 0.02 * fine;
  const loose = 0.21 + 0.05 * tone + 0.085 * strand + 0.035 * fine + 0.025 * soft;
  pixel.eosin = Math.max(0.03, reticular + (loose - reticular) * papillary) * (1 - open) + 0.012 * open;
  pixel.hematoxylin = 0.035 * (1 - open) + 0.03 * papillary;
}

/** Darker towards the basal row, with granules below the horn layer. */
function paintEpidermis(pixel: SkinPixel, border: number, below: number, underEpidermis: number): void {
  const { fine, soft } = pixel;
  const cover = smoothStep(1.6, -1.6, underEpidermis);
  const line = smoothStep(2.6, 0.5, border + 0.35 * fine);
  const basal = smoothStep(-60, -14, underEpidermis);
  const granules = smoothStep(60, 12, below) * smoothStep(0.2, 1.4, fine);
  const eosin = (0.31 + 0.03 * soft + 0.025 * fine - 0.05 * basal) * (1 - 0.45 * line);
  const hematoxylin = (0.14 + 0.12 * basal + 0.02 * fine) * (1 - 0.5 * line) + 0.55 * granules;
  pixel.eosin += (eosin - pixel.eosin) * cover;
  pixel.hematoxylin += (hematoxylin - pixel.hematoxylin) * cover;
  pixel.orange *= 1 - cover;
}

/** Basket weave: wavy lamellae with clefts, closer towards the living cells. */
function paintHornLayer(pixel: SkinPixel, noise: Noise, below: number): void {
  const { x, y, fine, soft } = pixel;
  const cover = smoothStep(4, -4, below + 2 * soft);
  const v = below + 12 * noise(x / 90, y / 60) + 5 * noise(x / 34, y / 30);
  const lamella = noise(x / 210, v / 7.5) + 0.4 * noise(x / 70 + 31, v / 4.2);
  const cleft = smoothStep(0.02, 0.3, lamella + 0.0035 * (-below - 45));
  const dense = smoothStep(-30, -6, below);
  const amount = (0.5 + 0.12 * soft + 0.05 * fine) * (1 - 0.97 * cleft * (1 - dense));
  pixel.eosin += (amount * 0.35 - pixel.eosin) * cover;
  pixel.hematoxylin += (amount * 0.09 - pixel.hematoxylin) * cover;
  pixel.orange += (amount * 0.6 - pixel.orange) * cover;
}
