/**
 * Layout of a piece of skin: epidermis with rete ridges, dermis with vessels and sweat glands, a hair follicle with
 * sebaceous glands, fat below. Sizes at 0.25 µm/px: 1 µm is 4 px.
 *
 * Textbook sizes, as in B. Young et al., "Wheater's Functional Histology", chapter 9 (epidermis 60 to 150 µm, ridges about 100 µm deep,
 * sweat gland tubules 30 to 40 µm, fat cells 60 to 80 µm).
 */
import { BodyPacking, type PackedBody } from "./body-packing.ts";
import { gradientNoise } from "./noise.ts";
import { Crowd } from "./placement.ts";
import { between, type Random, seededRandom } from "./random.ts";

export const SKIN_KINDS = [
  "sweat-gland",
  "sweat-duct",
  "hair-follicle",
  "hair-bulb",
  "sebaceous-gland",
  "vessel",
] as const;
export type SkinKind = (typeof SKIN_KINDS)[number];

export interface SkinBody extends PackedBody {
  readonly kind: SkinKind;
  /** px */
  readonly wall: number;
  readonly shade: number;
  readonly variation: number;
}

export interface SkinLayout {
  readonly bodies: readonly SkinBody[];
  readonly packing: BodyPacking;
  /** px inside the piece, horn layer included; negative on bare glass. */
  edge(x: number, y: number): number;
  /** px below the upper side of the living epidermis, negative in the horn layer. */
  belowSurface(x: number, y: number): number;
  /** Approximate depth in px below the junction of epidermis and dermis, negative in the epidermis. */
  belowJunction(x: number, y: number): number;
  /** px below the upper border of the fat. */
  belowDermis(x: number, y: number): number;
  /** A coordinate across the collagen bundles, px; its level lines are the fibres. */
  acrossFibres(x: number, y: number): number;
  /** Direction of the fibres, radians. */
  fibreDirection(x: number, y: number): number;
}

/** Thickness of the horn layer, px. */
const HORN_PX = 120;

export function layOutSkin(seed: number, width: number, height: number): SkinLayout {
  const random = seededRandom(seed);
  const noise = gradientNoise(seed + 1);
  const top = Math.min(height * 0.2, 1500);
  const surfaceY = (x: number) =>
    top + 210 * noise(x / 2600, 1.5) + 70 * noise(x / 800, 4.5) + 16 * noise(x / 210, 9.5);
  const bendX = (x: number, y: number) => x + 48 * noise(x / 300, y / 300) + 9 * noise(x / 110, y / 110 + 40);
  const ridge = (x: number) => {
    const wave = noise(x / 215, 12.5) + 0.22 * noise(x / 95, 33.5);
    const height = 0.8 + 0.55 * noise(x / 1400, 21.5);
    return 140 + (280 * height) / (1 + Math.exp(-5.5 * wave));
  };
  const junctionY = (x: number) => surfaceY(x) + ridge(x);
  const belowSurface = (x: number, y: number) => y - surfaceY(x);
  const belowJunction = (x: number, y: number) => {
    const bent = bendX(x, y);
    const slope = (junctionY(bent + 10) - junctionY(bent - 10)) / 20;
    return (y - junctionY(bent)) / Math.sqrt(1 + slope * slope) + 3 * noise(x / 14, y / 14);
  };
  const fatY = height * 0.76;
  const belowDermis = (x: number, y: number) =>
    y - fatY - 420 * noise(x / 1900, 51.5) - 130 * noise(x / 420, y / 420) - 30 * noise(x / 110, y / 110);
  const edge = (x: number, y: number) => {
    const rough = 30 * noise(x / 240, y / 240) + 12 * noise(x / 66, y / 66) + 4 * noise(x / 18, y / 18);
    const side = Math.min(x - width * 0.06, width * 0.94 - x) + rough * 1.4 + 110 * noise(7.5, y / 1900);
    const bottom = height * 0.93 - y + rough * 2 + 160 * noise(x / 1500, 77.5);
    const horn = y - surfaceY(x) + HORN_PX + 55 * noise(x / 300, 61.5) + 14 * noise(x / 40, y / 12);
    return Math.min(side, bottom, horn);
  };
  // Slopes are less than 1, so that no fibre runs back into itself.
  const acrossFibres = (x: number, y: number) =>
    y + 330 * noise(x / 1100 + 3, y / 1500) + 62 * noise(x / 330, y / 430 + 9) + 9 * noise(x / 110, y / 140);
  const fibreDirection = (x: number, y: number) =>
    Math.atan2(acrossFibres(x + 8, y) - acrossFibres(x - 8, y), -(acrossFibres(x, y + 8) - acrossFibres(x, y - 8)));

  const bend = {
    x: (x: number, y: number) => 34 * noise(x / 240 + 70, y / 240) + 8 * noise(x / 64 + 70, y / 64),
    y: (x: number, y: number) => 34 * noise(x / 240, y / 240 + 70) + 8 * noise(x / 64, y / 64 + 70),
  };
  const bodies = placeBodies(random, width, height, { edge, belowJunction, belowDermis, surfaceY });
  return {
    bodies,
    packing: new BodyPacking(width, height, bodies, 130, bend),
    edge,
    belowSurface,
    belowJunction,
    belowDermis,
    acrossFibres,
    fibreDirection,
  };
}

interface Ground {
  edge(x: number, y: number): number;
  belowJunction(x: number, y: number): number;
  belowDermis(x: number, y: number): number;
  surfaceY(x: number): number;
}

function placeBodies(random: Random, width: number, height: number, ground: Ground): SkinBody[] {
  const bodies: SkinBody[] = [];
  const taken = new Crowd(width, height, 700);
  const add = (kind: SkinKind, axis: number[], radius: number, wall: number) => {
    for (let i = 0; i < axis.length; i += 2) taken.add(axis[i]!, axis[i + 1]!, radius);
    bodies.push({ kind, axis, radius, wall, shade: between(random, 0.9, 1.1), variation: random() * 200 });
  };
  const isFree = (x: number, y: number, radius: number) => {
    let free = true;
    taken.visit(x, y, (_x, _y, other, squared) => {
      if (squared < (other + radius) ** 2) free = false;
      return free;
    });
    return free;
  };
  const isDermis = (x: number, y: number, margin: number) =>
    ground.edge(x, y) > margin && ground.belowJunction(x, y) > margin && ground.belowDermis(x, y) < -margin * 0.3;

  for (const share of [0.3, 0.71]) placeFollicle(random, width * share, height, ground, add);

  // Sweat glands: coils deep in the dermis, some tubules secretory (wide, pale), some duct (narrow, darker).
  const coils = Math.max(1, Math.round((width * height) / 1.1e7));
  for (let coil = 0, dart = 0; coil < coils && dart < 400; dart++) {
    const x = between(random, width * 0.1, width * 0.9);
    const y = between(random, height * 0.5, height * 0.82);
    if (!isDermis(x, y, 120) || !isFree(x, y, 420)) continue;
    coil++;
    const loops = Math.round(between(random, 14, 24));
    for (let i = 0; i < loops * 16; i++) {
      const away = Math.sqrt(random()) * 360;
      const turn = random() * 2 * Math.PI;
      const px = x + Math.cos(turn) * away * 1.2;
      const py = y + Math.sin(turn) * away * 0.8;
      const kind = random() < 0.68 ? "sweat-gland" : "sweat-duct";
      const radius = kind === "sweat-gland" ? between(random, 70, 92) : between(random, 48, 60);
      if (!isFree(px, py, radius * 0.98) || ground.edge(px, py) < 100) continue;
      const bend = random() * Math.PI;
      const length = random() < 0.4 ? between(random, 60, 130) : 0;
      const axis = length > 0 ? [px, py, px + Math.cos(bend) * length, py + Math.sin(bend) * length] : [px, py];
      add(kind, axis, radius, kind === "sweat-gland" ? radius * 0.68 : radius * 0.78);
    }
  }

  // Small vessels everywhere, larger ones towards the fat.
  for (let dart = 0; dart < (width * height) / 200_000; dart++) {
    const x = random() * width;
    const y = random() * height;
    const isDeep = ground.belowDermis(x, y) > -900;
    const radius = isDeep && random() < 0.4 ? between(random, 55, 110) : between(random, 22, 42);
    if (!isDermis(x, y, radius + 30) || !isFree(x, y, radius + 60)) continue;
    const bend = random() * Math.PI;
    const length = radius * between(random, 0, 2.4);
    const axis = [x, y, x + Math.cos(bend) * length, y + Math.sin(bend) * length];
    if (isDermis(axis[2]!, axis[3]!, radius + 30))
      add("vessel", axis, radius, Math.max(7, radius * between(random, 0.2, 0.42)));
  }
  return bodies;
}

type Add = (kind: SkinKind, axis: number[], radius: number, wall: number) => void;

/** A slanted follicle from the surface down to its bulb, with lobules of its gland at a third of the way. */
function placeFollicle(random: Random, x: number, height: number, ground: Ground, add: Add): void {
  const top = ground.surfaceY(x) - 20;
  const lean = between(random, -0.3, 0.3);
  const length = Math.min(height * 0.46, 3600);
  const steps = Math.max(3, Math.round(length / 150));
  const axis: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const along = i / steps;
    axis.push(x + lean * along * length + Math.sin(along * 4.2) * 130, top + along * length);
  }
  add("hair-follicle", axis, 160, 126);
  const bulbX = axis.at(-2)!;
  const bulbY = axis.at(-1)!;
  add("hair-bulb", [bulbX, bulbY + 40, bulbX + lean * 160, bulbY + 170], 225, 1000);
  const side = lean > 0 ? 1 : -1;
  for (let lobule = 0; lobule < 7; lobule++) {
    const along = Math.floor(steps * between(random, 0.24, 0.46));
    const away = between(random, 350, 520) * (lobule < 5 ? side : -side);
    const px = axis[along * 2]! + away;
    const py = axis[along * 2 + 1]! + between(random, -160, 260);
    if (ground.belowJunction(px, py) > 160 && ground.edge(px, py) > 200)
      add("sebaceous-gland", [px, py], between(random, 170, 240), 1000);
  }
}
