/** Paints glands, hair follicles and vessels of the skin over the dermis. */
import { smoothStep } from "./noise.ts";
import { SKIN_KINDS } from "./skin-layout.ts";
import type { SkinPixel } from "./skin-pixel.ts";

export const HAIR_FOLLICLE = SKIN_KINDS.indexOf("hair-follicle");
const HAIR_BULB = SKIN_KINDS.indexOf("hair-bulb");
const SEBACEOUS = SKIN_KINDS.indexOf("sebaceous-gland");
const VESSEL = SKIN_KINDS.indexOf("vessel");
const DUCT = SKIN_KINDS.indexOf("sweat-duct");

/** Densities of the body only; the object is reused for each pixel. */
const body = { hematoxylin: 0, eosin: 0, orange: 0 };

/**
 * @param inBody depth in the body.
 * @param inLumen depth in its lumen; below 0: in its wall.
 * @param border distance from the nearest cell border.
 */
export function paintSkinBody(pixel: SkinPixel, inBody: number, inLumen: number, border: number): void {
  const { kind } = pixel;
  body.orange = 0;
  if (kind === SEBACEOUS) paintSebaceousGland(pixel, inBody, border);
  else if (kind === HAIR_FOLLICLE) paintHairFollicle(pixel, inBody, inLumen, border);
  else if (kind === HAIR_BULB) paintHairBulb(pixel, border);
  else if (kind === VESSEL) paintVessel(pixel, inLumen);
  else paintSweatGland(pixel, inLumen, border);
  const cover = smoothStep(-1.5, 1.5, inBody);
  const membrane = 0.1 / (1 + (inBody - 0.5) * (inBody - 0.5) * 0.4);
  pixel.eosin += (body.eosin + membrane - pixel.eosin) * cover;
  pixel.hematoxylin += (body.hematoxylin - pixel.hematoxylin) * cover;
  pixel.orange += body.orange * cover;
}

/** Foam: lipid droplets, dissolved; darker small cells along the rim. */
function paintSebaceousGland({ fine, soft }: SkinPixel, inBody: number, border: number): void {
  const rim = smoothStep(32, 10, inBody + 5 * soft);
  const foam = smoothStep(-0.9, 0.5, fine) * (1 - rim);
  const line = smoothStep(3.5, 1, border);
  body.eosin = (0.24 + 0.05 * rim) * (1 - 0.6 * foam) + 0.12 * line;
  body.hematoxylin = (0.08 + 0.1 * rim) * (1 - 0.6 * foam) + 0.04 * line;
}

/** From outside in: outer root sheath, inner root sheath, hair shaft with a gap around it. */
function paintHairFollicle({ fine, soft }: SkinPixel, inBody: number, inLumen: number, border: number): void {
  const inner = smoothStep(88, 96, inBody);
  const shaft = smoothStep(-2, 2, inLumen);
  const gap = smoothStep(5, 1, Math.abs(inLumen + 6));
  const line = smoothStep(2.4, 0.6, border) * (1 - inner);
  body.eosin = (0.3 + 0.04 * fine) * (1 - 0.4 * line) * (1 - 0.75 * inner);
  body.hematoxylin = (0.22 + 0.04 * fine) * (1 - 0.5 * line) * (1 - 0.7 * inner);
  body.orange = inner * (0.42 + 0.05 * fine) * (1 - shaft) + shaft * (0.62 + 0.12 * soft + 0.06 * fine);
  body.hematoxylin += shaft * 0.25;
  const empty = 1 - 0.85 * gap;
  body.eosin *= empty;
  body.orange *= empty;
  body.hematoxylin *= empty;
}

/** Densely packed matrix cells. */
function paintHairBulb({ fine, soft }: SkinPixel, border: number): void {
  const line = smoothStep(2.2, 0.6, border);
  body.eosin = 0.26 * (1 - 0.4 * line);
  body.hematoxylin = (0.27 + 0.04 * fine + 0.03 * soft) * (1 - 0.4 * line);
}

/** A thin wall, and blood in patches of the lumen. */
function paintVessel({ fine, soft }: SkinPixel, inLumen: number): void {
  const open = smoothStep(-2, 2, inLumen);
  const hasBlood = smoothStep(0.1, 0.5, soft) * open;
  body.eosin = (0.42 + 0.06 * fine) * (1 - open) + 0.015 * open;
  body.hematoxylin = 0.08 * (1 - open);
  body.orange = hasBlood * (0.4 + 0.08 * fine);
}

/** The pale secretory part, or the darker duct with its cuticle along the lumen. */
function paintSweatGland({ kind, fine, soft }: SkinPixel, inLumen: number, border: number): void {
  const open = smoothStep(-3, 3, inLumen + 0.8 * fine);
  const line = smoothStep(2.4, 0.6, border);
  const isDuct = kind === DUCT;
  body.eosin = ((isDuct ? 0.36 : 0.25) + 0.035 * fine + 0.03 * soft) * (1 + 0.25 * line) * (1 - open);
  body.hematoxylin = ((isDuct ? 0.17 : 0.1) + 0.02 * fine) * (1 - open);
  const cuticle = inLumen + 3;
  if (isDuct) body.eosin += 0.22 / (1 + cuticle * cuticle * 0.15);
}
