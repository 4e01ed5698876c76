/**
 * The tuft of a glomerulus: lobules of capillary loops, seen as small clear holes in a dense, cell-rich ball.
 */
import type { KidneyBody } from "./kidney-layout.ts";
import { cellularNoise, gradientNoise } from "./noise.ts";

const noise = gradientNoise(5150);
const loops = cellularNoise(5151);
const lobules = cellularNoise(5152);

/** Approximate distance between capillaries, px (9 µm). */
const LOOP_PX = 40;
/** Approximate width of lobules, px. */
const LOBULE_PX = 165;
/** Half of the wall between two capillaries, px. */
const LOOP_WALL_PX = 6.2;

/** Minimum depth of nuclei below the tuft's surface, px. */
export const TUFT_SURFACE = 8;

/** The lower of two distances; the corner between them is rounded over `width`. */
function smoothMinimum(a: number, b: number, width: number): number {
  const blend = Math.max(0, width - Math.abs(a - b));
  return Math.min(a, b) - (blend * blend) / (4 * width);
}

interface CapillaryPlace {
  /** px inside the tuft's surface. */
  inTuft: number;
  /** px inside a capillary's lumen. */
  inLumen: number;
  /** 0: clear lumen, 1: filled with red cells, 2: solid (mesangium, or a wall cut flat). */
  content: number;
  /** Direction of the nearest capillary wall, radians. */
  wallAngle: number;
}

const place: CapillaryPlace = { inTuft: 0, inLumen: 0, content: 0, wallAngle: 0 };

/**
 * The structure at a position of the packing inside a glomerulus.
 *
 * @returns one object, overwritten by the next call.
 */
export function capillaryAt(body: KidneyBody, x: number, y: number): CapillaryPlace {
  const dx = x - body.axis[0]!;
  const dy = y - body.axis[1]!;
  const distance = Math.hypot(dx, dy) + 1e-6;
  const c = dx / distance;
  const s = dy / distance;
  const { variation, radius, wall, pole } = body;
  // The tuft is attached at its vascular pole: no space there.
  const atPole = Math.max(0, c * Math.cos(pole) + s * Math.sin(pole) - 0.86) * 7;
  const swing = noise(c * 1.3 + variation, s * 1.3 + variation * 0.7);
  const surface = radius - wall * (1.25 + 0.9 * swing) + atPole * wall * 1.4;
  const ripple = 15 * noise(x / 52, y / 52) + 6 * noise(x / 23, y / 23);
  let inTuft = surface - distance + ripple;

  const bentX = x + 22 * noise(x / 90 + 5, y / 90);
  const bentY = y + 22 * noise(x / 90, y / 90 + 5);
  const lobule = lobules(bentX / LOBULE_PX, bentY / LOBULE_PX);
  // Clefts between lobules open towards the surface.
  const opening = Math.max(0, distance / radius - 0.4) * 16;
  const cleft = (lobule.second - lobule.nearest) * LOBULE_PX * 0.5 - opening;
  if (opening > 0 && atPole === 0) inTuft = smoothMinimum(inTuft, cleft, 14);

  const loop = loops(bentX / LOOP_PX + variation, bentY / LOOP_PX);
  const fate = (loop.cell >>> 20) / 4096;
  place.inTuft = inTuft;
  place.content = fate < 0.46 ? 0 : fate < 0.62 ? 1 : 2;
  const inLoop = (loop.second - loop.nearest) * LOOP_PX * 0.5 - LOOP_WALL_PX - 2.5 * noise(x / 11, y / 11);
  place.inLumen = place.content === 2 ? Math.min(-4, -inLoop) : Math.min(inLoop, inTuft - 5);
  place.wallAngle = ((loop.cell >>> 4) & 255) * (Math.PI / 256) * 2;
  return place;
}
