/**
 * Layout of a wedge of kidney cortex: capsule on top, medullary rays of straight tubules running towards it, between
 * them the labyrinth of convoluted tubules with glomeruli and vessels, at the bottom the outer medulla.
 *
 * Textbook sizes, as in W. Kriz, B. Kaissling, "Structural organization of the mammalian kidney", in: Seldin and Giebisch's The Kidney:
 * glomeruli 180 to 220 µm, proximal tubules 50 to 60 µm, distal 30 to 45 µm across. At 0.25 µm/px, 1 µm is 4 px.
 */
import { BodyPacking, type PackedBody } from "./body-packing.ts";
import { linkChains } from "./chains.ts";
import { gradientNoise, type Noise } from "./noise.ts";
import { Crowd, scatter } from "./placement.ts";
import { bell, between, type Random, seededRandom } from "./random.ts";

export const KIDNEY_KINDS = ["proximal", "distal", "collecting", "thick-limb", "glomerulus", "artery", "vein"] as const;
export type KidneyKind = (typeof KIDNEY_KINDS)[number];

export interface KidneyBody extends PackedBody {
  readonly kind: KidneyKind;
  /** Thickness of the wall, px. */
  readonly wall: number;
  /** Individual stain intensity, around 1. */
  readonly shade: number;
  /** Start of its individual irregularity, in noise units. */
  readonly variation: number;
  /** Direction of a glomerulus's vascular pole, radians. */
  readonly pole: number;
}

/** Radius without pressure from neighbours, and wall thickness, in px. */
const TUBULES = {
  proximal: { radius: 142, wall: 64 },
  distal: { radius: 118, wall: 37 },
  collecting: { radius: 120, wall: 40 },
  "thick-limb": { radius: 108, wall: 32 },
} as const;

type TubuleKind = keyof typeof TUBULES;

/** Shares of tubule kinds in the labyrinth and among straight tubules; each row sums to 1. */
const LABYRINTH_SHARES: readonly [TubuleKind, number][] = [
  ["proximal", 0.7],
  ["distal", 0.26],
  ["collecting", 0.04],
];
const STRAIGHT_SHARES: readonly [TubuleKind, number][] = [
  ["proximal", 0.3],
  ["collecting", 0.33],
  ["thick-limb", 0.37],
];

const LABYRINTH_SPACING_PX = 162;
const STRAIGHT_SPACING_PX = 122;
const GLOMERULUS_SPACING_PX = 940;
/** Along the capsule, from one medullary ray to the next. */
const RAY_SPACING_PX = 1500;

/** Zones of the section. */
const Zone = { labyrinth: 0, straight: 1 } as const;

export interface KidneyLayout {
  readonly bodies: readonly KidneyBody[];
  readonly packing: BodyPacking;
  /** px inside the section's edge, negative on bare glass; the capsule is the edge on top. */
  edge(x: number, y: number): number;
  /** px below the capsule, negative outside. */
  belowCapsule(x: number, y: number): number;
  /** Displacement that makes the packing look grown: evaluate the packing at (x + warpX, y + warpY). */
  warpX(x: number, y: number): number;
  warpY(x: number, y: number): number;
  /** Position on the slide of a point of the packing. */
  toSlide(x: number, y: number): [number, number];
}

/** The outline of the section, in polar coordinates around the renal sinus far below. */
class Wedge {
  readonly centreX: number;
  readonly centreY: number;
  readonly outer: number;
  readonly inner: number;
  /** From the middle to a cut side, radians. */
  readonly halfAngle = 0.45;
  /** Radius at which the cortex ends. */
  readonly corticomedullary: number;
  private readonly noise: Noise;

  constructor(width: number, height: number, noise: Noise) {
    const scale = Math.min(width / 20480, height / 16384);
    this.noise = noise;
    this.centreX = width / 2;
    this.outer = 18400 * scale;
    this.centreY = height * 0.075 + this.outer;
    this.inner = 4900 * scale;
    this.corticomedullary = this.inner + 0.27 * (this.outer - this.inner);
  }

  /** Radius and angle from the vertical of a point, slightly distorted so that no line is straight. */
  polar(x: number, y: number): [radius: number, angle: number] {
    const bend = this.outer * 0.02;
    const step = 5 / this.outer;
    const bx = x + bend * this.noise(x * step, y * step) - this.centreX;
    const by = this.centreY - (y + bend * this.noise(x * step + 91, y * step + 17));
    return [Math.hypot(bx, by), Math.atan2(bx, by)];
  }

  edge(x: number, y: number): number {
    const [radius, angle] = this.polar(x, y);
    const rough = 34 * this.noise(x / 260, y / 260) + 14 * this.noise(x / 70, y / 70) + 5 * this.noise(x / 19, y / 19);
    const sway = (angle < 0 ? 0.035 : 0.05) * this.noise(radius / (this.outer * 0.17), angle < 0 ? 3.3 : 41.7);
    const cut = (this.halfAngle + sway - Math.abs(angle + 0.02)) * radius + rough * 1.6;
    const bottom = radius - this.inner * (1 + 0.08 * this.noise(angle * 4, 7.7)) + rough * 2.5;
    return Math.min(this.outer - radius + rough * 0.12, cut, bottom);
  }

  belowCapsule(x: number, y: number): number {
    return this.outer - this.polar(x, y)[0];
  }

  zone(x: number, y: number): number {
    const [radius, angle] = this.polar(x, y);
    if (radius < this.corticomedullary) return Zone.straight;
    const pitch = RAY_SPACING_PX / this.outer;
    const fromRay = Math.abs(angle / pitch - Math.round(angle / pitch)) * pitch * radius;
    const height = (radius - this.corticomedullary) / (this.outer - this.corticomedullary);
    return fromRay < 290 * (1 - height / 0.86) ? Zone.straight : Zone.labyrinth;
  }
}

export function layOutKidney(seed: number, width: number, height: number): KidneyLayout {
  const random = seededRandom(seed);
  const wedge = new Wedge(width, height, gradientNoise(seed + 1));
  const bend = gradientNoise(seed + 2);
  const warpX = (x: number, y: number) => 34 * bend(x / 330, y / 330) + 9 * bend(x / 75, y / 75);
  const warpY = (x: number, y: number) => 34 * bend(x / 330 + 77, y / 330 + 31) + 9 * bend(x / 75 + 11, y / 75 + 53);

  const big = placeBigBodies(random, wedge, width, height);
  const tubules = placeTubules(random, wedge, width, height, big);
  const bodies = [...big, ...tubules];
  return {
    bodies,
    packing: new BodyPacking(width, height, bodies, 190),
    edge: (x, y) => wedge.edge(x, y),
    belowCapsule: (x, y) => wedge.belowCapsule(x, y),
    warpX,
    warpY,
    toSlide(x, y) {
      const nearX = x - warpX(x, y);
      const nearY = y - warpY(x, y);
      return [x - warpX(nearX, nearY), y - warpY(nearX, nearY)];
    },
  };
}

/** Glomeruli and vessels are placed first; the tubules fill the rest. */
function placeBigBodies(random: Random, wedge: Wedge, width: number, height: number): KidneyBody[] {
  const bodies: KidneyBody[] = [];
  const taken = new Crowd(width, height, 1000);
  const isDeep = (x: number, y: number, margin: number) => wedge.edge(x, y) > margin;
  const hasRoom = (x: number, y: number, radius: number) => {
    let isFree = true;
    taken.visit(x, y, (_x, _y, other, squared) => {
      if (squared < (other + radius + 60) ** 2) isFree = false;
      return isFree;
    });
    return isFree;
  };
  const add = (kind: KidneyKind, x: number, y: number, radius: number, wall: number) => {
    taken.add(x, y, radius);
    bodies.push({
      kind,
      axis: [x, y],
      radius,
      wall,
      shade: bell(random, 1, 0.05),
      variation: random() * 200,
      pole: random() * 2 * Math.PI,
    });
  };

  // Vessels of the corticomedullary border, then those that rise through the labyrinth, an artery with its vein.
  for (let angle = -wedge.halfAngle; angle < wedge.halfAngle; angle += 1100 / wedge.corticomedullary) {
    const at = angle + between(random, -0.03, 0.03);
    const radius = wedge.corticomedullary + between(random, -160, 160);
    const x = wedge.centreX + Math.sin(at) * radius;
    const y = wedge.centreY - Math.cos(at) * radius;
    const size = between(random, 150, 260);
    if (!isDeep(x, y, size + 100) || !hasRoom(x, y, size)) continue;
    add("artery", x, y, size, size * between(random, 0.36, 0.48));
    const side = random() < 0.5 ? -1 : 1;
    const veinSize = size * between(random, 1.1, 1.5);
    const veinX = x + side * (size + veinSize + 62) * 0.98;
    if (isDeep(veinX, y, veinSize + 80) && hasRoom(veinX, y, veinSize)) add("vein", veinX, y, veinSize, 22);
  }
  const risers = scatter(random, width, height, 1500, (x, y) =>
    isDeep(x, y, 260) && wedge.zone(x, y) === Zone.labyrinth ? 1500 : 0,
  );
  for (const [x, y] of risers) {
    const size = between(random, 62, 118);
    if (!hasRoom(x, y, size)) continue;
    add("artery", x, y, size, size * between(random, 0.4, 0.55));
    const veinX = x + (size * 2 + 70) * (random() < 0.5 ? -1 : 1);
    if (hasRoom(veinX, y + 40, size * 1.1)) add("vein", veinX, y + 40, size * 1.1, 13);
  }
  const glomeruli = scatter(
    random,
    width,
    height,
    GLOMERULUS_SPACING_PX,
    (x, y) => {
      const isRight =
        isDeep(x, y, 440) &&
        wedge.belowCapsule(x, y) > Math.min(640, wedge.outer * 0.14) &&
        wedge.zone(x, y) === Zone.labyrinth;
      return isRight && wedge.polar(x, y)[0] > wedge.corticomedullary + Math.min(250, wedge.outer * 0.02)
        ? GLOMERULUS_SPACING_PX
        : 0;
    },
    90,
  );
  for (const [x, y] of glomeruli) {
    const radius = between(random, 325, 430);
    if (hasRoom(x, y, radius)) add("glomerulus", x, y, radius, between(random, 0.08, 0.15) * radius);
  }
  return bodies;
}

function pick(random: Random, shares: readonly [TubuleKind, number][]): TubuleKind {
  let rest = random();
  for (const [kind, share] of shares) {
    rest -= share;
    if (rest <= 0) return kind;
  }
  return shares[0]![0];
}

/**
 * Scatters points and links neighbours into tubules: long and radial in the rays and the medulla, short and winding in
 * the labyrinth.
 */
function placeTubules(
  random: Random,
  wedge: Wedge,
  width: number,
  height: number,
  big: readonly KidneyBody[],
): KidneyBody[] {
  const bigCrowd = new Crowd(width, height, 700);
  for (const body of big) bigCrowd.add(body.axis[0]!, body.axis[1]!, body.radius);
  const isFree = (x: number, y: number) => {
    let free = true;
    bigCrowd.visit(x, y, (_x, _y, radius, squared) => {
      if (squared < (radius + 70) ** 2) free = false;
      return free;
    });
    return free;
  };
  const places = scatter(
    random,
    width,
    height,
    LABYRINTH_SPACING_PX,
    (x, y) => {
      if (wedge.edge(x, y) < -60 || wedge.belowCapsule(x, y) < 80 || !isFree(x, y)) return 0;
      return wedge.zone(x, y) === Zone.straight ? STRAIGHT_SPACING_PX : LABYRINTH_SPACING_PX;
    },
    60,
  );
  const isStraight = (x: number, y: number) => wedge.zone(x, y) === Zone.straight;
  const chains = linkChains(random, width, height, places, {
    direction(x, y) {
      if (!isStraight(x, y)) return undefined;
      const length = Math.hypot(x - wedge.centreX, y - wedge.centreY);
      return [(x - wedge.centreX) / length, (y - wedge.centreY) / length];
    },
    continues: (x, y) => (isStraight(x, y) ? 0.95 : 0.52),
    narrowness: (x, y) => (isStraight(x, y) ? 0.82 : 0.1),
    mayLink: (x, y, toX, toY) => isStraight(x, y) === isStraight(toX, toY),
    maxLinkPx: 265,
    maxVertices: 24,
  });
  return chains.map((axis): KidneyBody => {
    const straight = isStraight(axis[0]!, axis[1]!);
    const kind = pick(random, straight ? STRAIGHT_SHARES : LABYRINTH_SHARES);
    const { radius, wall } = TUBULES[kind];
    const size = between(random, 0.9, 1.1) * (straight ? 0.82 : 1);
    return {
      kind,
      axis,
      radius: radius * size,
      wall: wall * size * between(random, 0.9, 1.1),
      shade: bell(random, 1, 0.07),
      variation: random() * 200,
      pole: 0,
    };
  });
}
