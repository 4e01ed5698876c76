/**
 * A red cell on a smear: a disc, thick at the rim, thin in the middle (the central pallor). If two overlap, both absorb
 * light.
 */
import { TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { bell, between, type Random } from "./random.ts";
import type { Stamp } from "./stamps.ts";
import { sharedTextures } from "./textures.ts";
import { SPAN_PX, type Tile } from "./tile.ts";

export interface Erythrocyte extends Stamp {
  /** Half axes, px. */
  readonly radiusX: number;
  readonly radiusY: number;
  readonly cosine: number;
  readonly sine: number;
  /** Amplitude of the outline's deviation, as a share of the radius: two- and threefold. */
  readonly bumps: readonly [number, number];
  /** Stain density at the thick rim. */
  readonly density: number;
  /** Density reduction in the middle, and radius of the pallor as a share of the cell's radius. */
  readonly pallor: number;
  readonly pallorWidth: number;
  /** Position of the pallor, as a share of the radius. */
  readonly shift: number;
}

export function makeErythrocyte(random: Random, x: number, y: number): Erythrocyte {
  const radiusX = bell(random, 36, 1.3);
  const angle = random() * Math.PI * 2;
  const isSpherocyte = random() < 0.03;
  const isOval = random() < 0.06;
  return {
    x,
    y,
    radiusX: isSpherocyte ? radiusX * 0.85 : radiusX,
    radiusY: radiusX * (isSpherocyte ? 0.85 : isOval ? between(random, 0.74, 0.85) : between(random, 0.92, 1)),
    cosine: Math.cos(angle),
    sine: Math.sin(angle),
    bumps: [between(random, -0.03, 0.03), between(random, -0.03, 0.03)],
    density: bell(random, 0.3, 0.018) * (isSpherocyte ? 1.15 : 1),
    pallor: isSpherocyte ? 0.05 : between(random, 0.42, 0.74),
    pallorWidth: between(random, 0.36, 0.5),
    shift: between(random, -0.1, 0.1),
    reach: radiusX * 1.08 + 3,
  };
}

export function paintErythrocyte(tile: Tile, cell: Erythrocyte): void {
  const { x, y, reach, radiusX, radiusY, cosine, sine, bumps, density, pallor, pallorWidth, shift } = cell;
  const fromX = Math.max(0, Math.floor(x - reach) - tile.left);
  const toX = Math.min(SPAN_PX - 1, Math.ceil(x + reach) - tile.left);
  const fromY = Math.max(0, Math.floor(y - reach) - tile.top);
  const toY = Math.min(SPAN_PX - 1, Math.ceil(y + reach) - tile.top);
  const { cloud } = sharedTextures();
  const narrow = 1 / (pallorWidth * pallorWidth);
  for (let py = fromY; py <= toY; py++) {
    const dy = py + tile.top - y;
    for (let px = fromX; px <= toX; px++) {
      const dx = px + tile.left - x;
      const u = (dx * cosine + dy * sine) / radiusX;
      const v = (dy * cosine - dx * sine) / radiusY;
      const squared = u * u + v * v;
      if (squared > 1.3) continue;
      const radius = Math.sqrt(squared) + 1e-6;
      const c = u / radius;
      const s = v / radius;
      const outline = 1 + bumps[0] * (c * c - s * s) + bumps[1] * c * (c * c - 3 * s * s);
      const inside = (outline - radius) * radiusX;
      if (inside < -1.5) continue;
      const cover = inside >= 2.5 ? 1 : (inside + 1.5) / 4;
      const fromMiddle = ((u - shift) * (u - shift) + v * v) * narrow;
      const hollow = pallor * Math.exp(-fromMiddle * fromMiddle * 0.8);
      // Refraction draws a fine dark line along the rim.
      const fromRim = inside - 1.5;
      const rim = 0.18 / (1 + fromRim * fromRim * 0.25);
      const texture =
        cloud[
          (((py + tile.top) & TEXTURE_MASK) << TEXTURE_SHIFT) + ((px + tile.left + (Math.round(x) << 3)) & TEXTURE_MASK)
        ]!;
      const at = py * SPAN_PX + px;
      tile.second[at]! += density * cover * (1 - hollow + rim + 0.025 * texture);
    }
  }
}
