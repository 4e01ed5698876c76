/**
 * A cell nucleus as seen in a section: an irregular ellipse with a darker membrane, clumped chromatin and, in some
 * nuclei, a nucleolus.
 */
import { TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { between, type Random } from "./random.ts";
import type { ScenePoint, TissueStructure } from "./scene.ts";
import type { Stamp } from "./stamps.ts";
import { sharedTextures } from "./textures.ts";
import { SPAN_PX, type Tile } from "./tile.ts";

export interface Nucleus extends Stamp {
  readonly kind: string;
  /** Half axes, px. */
  readonly radiusX: number;
  readonly radiusY: number;
  /** Direction of the first axis, cosine and sine. */
  readonly cosine: number;
  readonly sine: number;
  /** Deviation of the outline from the ellipse, as a share of the radius: two-, three- and fivefold. */
  readonly bumps: readonly [number, number, number];
  /** Stain density of its inside. */
  readonly density: number;
  /** Added at the membrane. */
  readonly rim: number;
  /** Standard deviation of the chromatin, as a share of the density. */
  readonly clumping: number;
  /** Density added at the nucleolus; 0: none in this section. */
  readonly nucleolus: number;
  /** Position of the nucleolus, and start of the chromatin texture. */
  readonly texture: number;
  /** Width of the outline's transition in px: larger if it is out of focus. */
  readonly softness: number;
  /** Plane of the stain: 0 or 2 (a nucleus that took an antibody stain). */
  readonly plane: 0 | 2;
}

/** Common properties of the nuclei of a cell type. */
export interface NucleusType {
  readonly kind: string;
  /** Half axes in px, minimum and maximum. */
  readonly radiusPx: readonly [number, number];
  /** Second axis as a share of the first, minimum and maximum. */
  readonly roundness: readonly [number, number];
  readonly density: readonly [number, number];
  readonly rim: number;
  readonly clumping: number;
  /** Share of nuclei that show a nucleolus. */
  readonly nucleolusShare: number;
  readonly irregularity: number;
}

/** @param angle direction of the long axis in radians, y down. */
export function makeNucleus(
  random: Random,
  type: NucleusType,
  x: number,
  y: number,
  angle: number,
  plane: 0 | 2 = 0,
): Nucleus {
  const radiusX = between(random, type.radiusPx[0], type.radiusPx[1]);
  const radiusY = radiusX * between(random, type.roundness[0], type.roundness[1]);
  const bump = type.irregularity;
  const softness = random() < 0.14 ? between(random, 3, 5.5) : between(random, 1.2, 2.4);
  return {
    kind: type.kind,
    x,
    y,
    radiusX,
    radiusY,
    cosine: Math.cos(angle),
    sine: Math.sin(angle),
    bumps: [between(random, -bump, bump), between(random, -bump, bump), between(random, -bump, bump) * 0.5],
    density: between(random, type.density[0], type.density[1]) * (softness > 3 ? 0.75 : 1),
    rim: type.rim,
    clumping: type.clumping,
    nucleolus: random() < type.nucleolusShare ? between(random, 0.25, 0.6) : 0,
    texture: Math.floor(random() * 0x7fffffff),
    softness,
    plane,
    reach: radiusX * (1 + 2.5 * bump) + softness + 1,
  };
}

/** Paints a nucleus over the existing pixels; cytoplasm and other stains recede. */
export function paintNucleus(tile: Tile, nucleus: Nucleus): void {
  const { chromatin } = sharedTextures();
  const { x, y, reach, radiusX, radiusY, cosine, sine, bumps, density, rim, clumping, nucleolus, texture, softness } =
    nucleus;
  const fromX = Math.max(0, Math.floor(x - reach) - tile.left);
  const toX = Math.min(SPAN_PX - 1, Math.ceil(x + reach) - tile.left);
  const fromY = Math.max(0, Math.floor(y - reach) - tile.top);
  const toY = Math.min(SPAN_PX - 1, Math.ceil(y + reach) - tile.top);
  const stain = nucleus.plane === 0 ? tile.first : tile.third;
  const otherNuclear = nucleus.plane === 0 ? tile.third : tile.first;
  const cytoplasm = tile.second;
  const mean = Math.sqrt(radiusX * radiusY);
  const textureX = texture & TEXTURE_MASK;
  const textureY = (texture >> 9) & TEXTURE_MASK;
  const spotU = (((texture >> 18) & 63) / 63 - 0.5) * 0.8;
  const spotV = (((texture >> 24) & 63) / 63 - 0.5) * 0.8;
  const spotSize = 0.045 + ((texture >> 12) & 15) * 0.002;
  for (let py = fromY; py <= toY; py++) {
    const dy = py + tile.top - y;
    let at = py * SPAN_PX + fromX;
    const textureRow = ((py + tile.top + textureY) & TEXTURE_MASK) << TEXTURE_SHIFT;
    for (let px = fromX; px <= toX; px++, at++) {
      const dx = px + tile.left - x;
      const u = (dx * cosine + dy * sine) / radiusX;
      const v = (dy * cosine - dx * sine) / radiusY;
      const squared = u * u + v * v;
      if (squared > 2.4) continue;
      const radius = Math.sqrt(squared) + 1e-6;
      const c = u / radius;
      const s = v / radius;
      const twofold = c * c - s * s;
      const threefold = c * (c * c - 3 * s * s);
      const fivefold = s * (5 * c * c * c * c - 10 * c * c * s * s + s * s * s * s);
      const outline = 1 + bumps[0] * twofold + bumps[1] * threefold + bumps[2] * fivefold;
      /** px inside the membrane. */
      const inside = (outline - radius) * mean;
      const edge = inside / softness + 0.5;
      if (edge <= 0) continue;
      const cover = edge >= 1 ? 1 : edge * edge * (3 - 2 * edge);
      const grain = chromatin[textureRow + ((px + tile.left + textureX) & TEXTURE_MASK)]!;
      let amount = density * (1 + clumping * grain);
      const fromRim = (inside - 1.6) * 0.62;
      amount += rim / (1 + fromRim * fromRim);
      if (nucleolus > 0) {
        const su = u - spotU;
        const sv = v - spotV;
        const spot = spotSize / (su * su + sv * sv + spotSize * 0.4);
        if (spot > 0.35) amount += nucleolus * (spot > 1 ? 1 : (spot - 0.35) * 1.54);
      }
      if (amount < 0.05) amount = 0.05;
      const rest = 1 - cover;
      stain[at] = stain[at]! * rest + amount * cover;
      cytoplasm[at] = cytoplasm[at]! * (1 - 0.62 * cover);
      otherNuclear[at] = otherNuclear[at]! * (1 - 0.8 * cover);
    }
  }
}

/** Vertices of the ring that represents a nucleus in the ground truth. */
const RING_VERTICES = 12;

export function nucleusStructure(nucleus: Nucleus): TissueStructure {
  const { x, y, radiusX, radiusY, cosine, sine } = nucleus;
  return {
    kind: nucleus.kind,
    shape: "ellipse",
    points: ellipseRing(x, y, radiusX, radiusY, cosine, sine, RING_VERTICES),
  };
}

/** A ring around an ellipse, slide px to one decimal. */
export function ellipseRing(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  cosine = 1,
  sine = 0,
  vertices = 48,
): ScenePoint[] {
  return Array.from({ length: vertices }, (_, i): ScenePoint => {
    const angle = (i / vertices) * 2 * Math.PI;
    const u = Math.cos(angle) * radiusX;
    const v = Math.sin(angle) * radiusY;
    return [Math.round((x + u * cosine - v * sine) * 10) / 10, Math.round((y + u * sine + v * cosine) * 10) / 10];
  });
}
