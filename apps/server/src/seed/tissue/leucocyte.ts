/**
 * White cells and platelets on a smear: a disc of cytoplasm with granules, and a nucleus made of lobes that merge into
 * one another.
 */
import { TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { between, type Random } from "./random.ts";
import type { Stamp } from "./stamps.ts";
import { sharedTextures } from "./textures.ts";
import { SPAN_PX, type Tile } from "./tile.ts";

/** Densities of azure, eosin, blue. */
type Densities = readonly [number, number, number];

interface LeucocyteType {
  /** At 0.1 µm/px. */
  readonly radiusPx: readonly [number, number];
  readonly cytoplasm: Densities;
  /** Standard deviation that granules add to each stain, and whether they are coarse. */
  readonly granules: Densities;
  readonly isCoarse: boolean;
  /** Density of the chromatin, and degree of clumping. */
  readonly chromatin: number;
  readonly clumping: number;
  /** Lobes as shares of the cell's radius: minimum and maximum number, radius, and distance from the middle. */
  readonly lobes: readonly [number, number];
  readonly lobeRadius: readonly [number, number];
  readonly lobeRing: number;
  /** Angle between one lobe and the next, radians. */
  readonly lobeStep: number;
  /** Amplitude of the outline's deviation, as a share of the radius. */
  readonly irregularity: number;
}

export const LEUCOCYTE_TYPES = {
  neutrophil: {
    radiusPx: [60, 70],
    cytoplasm: [0.03, 0.13, 0.03],
    granules: [0.02, 0.035, 0],
    isCoarse: false,
    chromatin: 0.95,
    clumping: 0.2,
    lobes: [3, 5],
    lobeRadius: [0.23, 0.31],
    lobeRing: 0.42,
    lobeStep: 1.12,
    irregularity: 0.035,
  },
  lymphocyte: {
    radiusPx: [42, 52],
    cytoplasm: [0.05, 0.03, 0.2],
    granules: [0.01, 0.01, 0.03],
    isCoarse: false,
    chromatin: 0.98,
    clumping: 0.15,
    lobes: [1, 1],
    lobeRadius: [0.78, 0.86],
    lobeRing: 0.06,
    lobeStep: 0,
    irregularity: 0.03,
  },
  monocyte: {
    radiusPx: [78, 90],
    cytoplasm: [0.08, 0.05, 0.12],
    granules: [0.03, 0.02, 0.03],
    isCoarse: false,
    chromatin: 0.68,
    clumping: 0.2,
    lobes: [4, 4],
    lobeRadius: [0.36, 0.42],
    lobeRing: 0.34,
    lobeStep: 0.8,
    irregularity: 0.06,
  },
  eosinophil: {
    radiusPx: [62, 72],
    cytoplasm: [0.03, 0.4, 0],
    granules: [0.02, 0.17, 0],
    isCoarse: true,
    chromatin: 0.85,
    clumping: 0.18,
    lobes: [2, 2],
    lobeRadius: [0.34, 0.4],
    lobeRing: 0.4,
    lobeStep: 2,
    irregularity: 0.03,
  },
  basophil: {
    radiusPx: [54, 62],
    cytoplasm: [0.4, 0.12, 0.06],
    granules: [0.32, 0.02, 0.02],
    isCoarse: true,
    chromatin: 0.85,
    clumping: 0.35,
    lobes: [2, 3],
    lobeRadius: [0.32, 0.38],
    lobeRing: 0.32,
    lobeStep: 1.7,
    irregularity: 0.03,
  },
  platelet: {
    radiusPx: [10, 16],
    cytoplasm: [0.2, 0.08, 0.08],
    granules: [0.12, 0.03, 0],
    isCoarse: false,
    chromatin: 0.42,
    clumping: 0.4,
    lobes: [1, 1],
    lobeRadius: [0.5, 0.62],
    lobeRing: 0.05,
    lobeStep: 0,
    irregularity: 0.12,
  },
} as const satisfies Record<string, LeucocyteType>;

export type LeucocyteKind = keyof typeof LEUCOCYTE_TYPES;

export interface Leucocyte extends Stamp {
  readonly kind: LeucocyteKind;
  /** px */
  readonly radius: number;
  /** Lobes of the nucleus: x, y, radius of each in px from the cell's centre. */
  readonly lobes: readonly (readonly [number, number, number])[];
  readonly bumps: readonly [number, number];
  readonly texture: number;
}

export function makeLeucocyte(random: Random, kind: LeucocyteKind, x: number, y: number): Leucocyte {
  const type = LEUCOCYTE_TYPES[kind];
  const radius = between(random, type.radiusPx[0], type.radiusPx[1]);
  const count = Math.round(between(random, type.lobes[0], type.lobes[1]));
  const turn = random() * 2 * Math.PI;
  const lobes = Array.from({ length: count }, (_, i): [number, number, number] => {
    const angle = turn + i * type.lobeStep * between(random, 0.9, 1.1);
    const away = radius * type.lobeRing * between(random, 0.85, 1.15);
    return [
      Math.cos(angle) * away,
      Math.sin(angle) * away,
      radius * between(random, type.lobeRadius[0], type.lobeRadius[1]),
    ];
  });
  const bump = type.irregularity;
  return {
    kind,
    x,
    y,
    radius,
    lobes,
    bumps: [between(random, -bump, bump), between(random, -bump, bump)],
    texture: Math.floor(random() * 0x3ffff),
    reach: radius * (1 + 2 * bump) + 4,
  };
}

/** Lobes merge over about this share of the cell's radius. */
const LOBE_BLEND = 0.1;

export function paintLeucocyte(tile: Tile, cell: Leucocyte): void {
  const { x, y, reach, radius, lobes, bumps, texture } = cell;
  const { cytoplasm, granules, isCoarse, chromatin, clumping } = LEUCOCYTE_TYPES[cell.kind];
  const { clumps, coarseGranules, fineGranules } = sharedTextures();
  const granuleTable = isCoarse ? coarseGranules : fineGranules;
  const fromX = Math.max(0, Math.floor(x - reach) - tile.left);
  const toX = Math.min(SPAN_PX - 1, Math.ceil(x + reach) - tile.left);
  const fromY = Math.max(0, Math.floor(y - reach) - tile.top);
  const toY = Math.min(SPAN_PX - 1, Math.ceil(y + reach) - tile.top);
  const textureX = texture & TEXTURE_MASK;
  const textureY = texture >> 9;
  const blendPx = LOBE_BLEND * radius;
  for (let py = fromY; py <= toY; py++) {
    const dy = py + tile.top - y;
    const textureRow = ((py + tile.top + textureY) & TEXTURE_MASK) << TEXTURE_SHIFT;
    for (let px = fromX; px <= toX; px++) {
      const dx = px + tile.left - x;
      const distance = Math.hypot(dx, dy) + 1e-6;
      const c = dx / distance;
      const s = dy / distance;
      const at = py * SPAN_PX + px;
      const textureAt = textureRow + ((px + tile.left + textureX) & TEXTURE_MASK);
      const clump = clumps[textureAt]!;
      const outline = radius * (1 + bumps[0] * (c * c - s * s) + bumps[1] * c * (c * c - 3 * s * s)) + 0.6 * clump;
      const inside = outline - distance;
      if (inside < -1.5) continue;
      const cover = inside >= 1.5 ? 1 : (inside + 1.5) / 3;
      const granule = granuleTable[textureAt]!;
      const spot = isCoarse ? Math.max(-1, Math.min(1.6, granule * 1.5)) : granule;
      const rim = 1 + 0.25 / (1 + (inside - 2) * (inside - 2) * 0.15);
      let azure = (cytoplasm[0] + granules[0] * spot) * rim;
      let eosin = (cytoplasm[1] + granules[1] * spot) * rim;
      let blue = (cytoplasm[2] + granules[2] * spot) * rim;

      let fromNucleus = 1e6;
      for (const [lobeX, lobeY, lobeRadius] of lobes) {
        const toLobe = Math.hypot(dx - lobeX, dy - lobeY) - lobeRadius;
        const blend = Math.max(0, blendPx - Math.abs(fromNucleus - toLobe));
        fromNucleus = Math.min(fromNucleus, toLobe) - (blend * blend) / (4 * blendPx);
      }
      const inNucleus = -fromNucleus + 1.1 * clump;
      if (inNucleus > -2) {
        const nuclear = inNucleus >= 2 ? 1 : (inNucleus + 2) / 4;
        const edge = 0.1 / (1 + (inNucleus - 3) * (inNucleus - 3) * 0.1);
        azure += (chromatin * (1 + clumping * clump + edge) - azure) * nuclear;
        eosin += (0.1 - eosin) * nuclear;
        blue += (0.02 - blue) * nuclear;
      }
      const rest = 1 - cover;
      tile.first[at] = tile.first[at]! * rest + Math.max(0, azure) * cover;
      tile.second[at] = tile.second[at]! * rest + Math.max(0, eosin) * cover;
      tile.third[at] = tile.third[at]! * rest + Math.max(0, blue) * cover;
    }
  }
}
