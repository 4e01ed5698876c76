/**
 * The picture of the sign-in page: a drawn kidney cortex, haematoxylin and eosin, one glomerulus among tubules. A fixed
 * seed makes the same picture at every visit.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Nucleus extends Point {
  readonly radiusX: number;
  readonly radiusY: number;
  readonly angleDeg: number;
  /** 0 pale to 1 dark. */
  readonly darkness: number;
}

export interface Tubule {
  readonly outline: string;
  readonly lumen: string;
  /** 0 pale to 1 strongly eosinophilic. */
  readonly eosin: number;
}

export interface TissueMotif {
  readonly width: number;
  readonly height: number;
  readonly tubules: readonly Tubule[];
  readonly glomerulus: { readonly capsule: string; readonly tuft: string; readonly loops: readonly string[] };
  readonly nuclei: readonly Nucleus[];
}

const WIDTH = 1000;
const HEIGHT = 1200;
const GLOMERULUS = { x: 545, y: 500, radius: 205 };
/** Between neighbours. */
const GAP = 4;
const LARGEST_TUBULE = 92;

/** A round structure that keeps its distance from others. */
interface Ring extends Point {
  radius: number;
}

/** How large a ring at this place may be. */
function roomAround(place: Point, rings: readonly Ring[]): number {
  return Math.min(...rings.map((ring) => Math.hypot(ring.x - place.x, ring.y - place.y) - ring.radius)) - GAP;
}

/** Numbers from 0 to 1. Source: mulberry32, Tommy Ettinger, public domain. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function drawTissueMotif(seed: number): TissueMotif {
  const chance = chanceFrom(seed);
  const between = (least: number, most: number) => least + (most - least) * chance();
  const nuclei: Nucleus[] = [];
  const rings: Ring[] = [{ ...GLOMERULUS, radius: GLOMERULUS.radius + 16 }];

  /** A closed, slightly wavy curve round a centre; `stretch` squeezes it along `tilt`. */
  function blob(centre: Point, radius: number, waviness: number, stretch = 1, tilt = 0): string {
    const phases = [chance() * 6.3, chance() * 6.3, chance() * 6.3];
    const points = Array.from({ length: 28 }, (_, index): Point => {
      const angle = (index / 28) * 2 * Math.PI;
      const wave = phases.reduce((sum, phase, order) => sum + Math.sin((order + 2) * angle + phase) / (order + 2), 0);
      const reach = radius * (1 + waviness * wave);
      const [along, across] = [Math.cos(angle - tilt) * reach * stretch, Math.sin(angle - tilt) * reach];
      return {
        x: centre.x + along * Math.cos(tilt) - across * Math.sin(tilt),
        y: centre.y + along * Math.sin(tilt) + across * Math.cos(tilt),
      };
    });
    return smoothPath(points);
  }

  function addNucleus(centre: Point, size: number, angleDeg: number, flatness = 1.15): void {
    nuclei.push({ ...centre, radiusX: size * flatness, radiusY: size / flatness, angleDeg, darkness: chance() });
  }

  function drawTubule({ x, y, radius }: Ring): Tubule {
    const centre = { x, y };
    const isProximal = chance() < 0.68;
    const stretch = between(0.93, 1);
    const tilt = chance() * Math.PI;
    const [lumenRadius, lumenWaviness] = isProximal
      ? [radius * between(0.2, 0.3), 0.28]
      : [radius * between(0.46, 0.56), 0.1];
    const [nucleiRadius, spacing, size] = isProximal ? [radius * 0.66, 27, 7.4] : [radius * 0.76, 20, 6.8];
    ringOfNuclei(centre, nucleiRadius, spacing, size, stretch, tilt);
    return {
      outline: blob(centre, radius, 0.035, stretch, tilt),
      lumen: blob(centre, lumenRadius, lumenWaviness, stretch, tilt),
      eosin: isProximal ? between(0.6, 1) : between(0.05, 0.35),
    };
  }

  function ringOfNuclei(
    centre: Point,
    radius: number,
    spacing: number,
    size: number,
    stretch: number,
    tilt: number,
  ): void {
    const count = Math.floor((2 * Math.PI * radius) / spacing);
    const start = chance() * 6.3;
    for (let index = 0; index < count; index += 1) {
      if (chance() < 0.14) continue;
      const angle = start + ((index + between(-0.25, 0.25)) / count) * 2 * Math.PI;
      const reach = radius * between(0.94, 1.06);
      const [along, across] = [Math.cos(angle - tilt) * reach * stretch, Math.sin(angle - tilt) * reach];
      const place = {
        x: centre.x + along * Math.cos(tilt) - across * Math.sin(tilt),
        y: centre.y + along * Math.sin(tilt) + across * Math.cos(tilt),
      };
      addNucleus(place, between(0.88, 1.12) * size, (angle * 180) / Math.PI + 90);
    }
  }

  // Big ones first, then the gaps between them; then each grows until it touches a neighbour.
  for (let attempt = 0; attempt < 9000; attempt += 1) {
    const centre = { x: between(-60, WIDTH + 60), y: between(-60, HEIGHT + 60) };
    const least = attempt < 2500 ? 44 : attempt < 5000 ? 30 : 20;
    const room = roomAround(centre, rings);
    if (room >= least) rings.push({ ...centre, radius: Math.min(room, between(least, 66)) });
  }
  const [glomerulus, ...grown] = rings as [Ring, ...Ring[]];
  for (const ring of grown) {
    const others = [glomerulus, ...grown].filter((other) => other !== ring);
    ring.radius = Math.min(LARGEST_TUBULE, Math.max(ring.radius, roomAround(ring, others)));
  }
  const tubules = grown.map(drawTubule);

  // Between the tubules: thin cells of capillaries.
  for (let count = 0; count < 420; count += 1) {
    const place = { x: between(0, WIDTH), y: between(0, HEIGHT) };
    if (roomAround(place, [glomerulus, ...grown]) > 0) addNucleus(place, between(4, 5.2), chance() * 180, 1.7);
  }

  const loops: string[] = [];
  for (let count = 0; count < 95; count += 1) {
    const [angle, reach] = [chance() * 6.3, Math.sqrt(chance()) * GLOMERULUS.radius * 0.74];
    loops.push(
      blob(
        { x: GLOMERULUS.x + Math.cos(angle) * reach, y: GLOMERULUS.y + Math.sin(angle) * reach },
        between(8, 19),
        0.16,
      ),
    );
  }
  for (let count = 0; count < 230; count += 1) {
    const [angle, reach] = [chance() * 6.3, Math.sqrt(chance()) * GLOMERULUS.radius * 0.8];
    addNucleus(
      { x: GLOMERULUS.x + Math.cos(angle) * reach, y: GLOMERULUS.y + Math.sin(angle) * reach },
      between(4.6, 6.8),
      chance() * 180,
      between(1, 1.4),
    );
  }
  for (let count = 0; count < 34; count += 1) {
    const angle = (count / 34) * 2 * Math.PI + between(-0.06, 0.06);
    const place = {
      x: GLOMERULUS.x + Math.cos(angle) * (GLOMERULUS.radius + 3),
      y: GLOMERULUS.y + Math.sin(angle) * (GLOMERULUS.radius + 3),
    };
    addNucleus(place, 5, (angle * 180) / Math.PI + 90, 1.9);
  }

  return {
    width: WIDTH,
    height: HEIGHT,
    tubules,
    glomerulus: {
      capsule: blob(GLOMERULUS, GLOMERULUS.radius, 0.012),
      tuft: blob(GLOMERULUS, GLOMERULUS.radius * 0.84, 0.06),
      loops,
    },
    nuclei,
  };
}

/** A closed Catmull-Rom spline through the points, as Bézier curves. */
function smoothPath(points: readonly Point[]): string {
  const at = (index: number) => points[(index + points.length) % points.length] as Point;
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curves = points.map((from, index) => {
    const [before, to, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const first = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const second = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${text(first)} ${text(second)} ${text(to)}`;
  });
  return `M${text(at(0))}${curves.join("")}Z`;
}
