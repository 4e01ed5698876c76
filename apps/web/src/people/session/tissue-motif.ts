/**
 * The image of the sign-in page: a drawn kidney cortex, haematoxylin and eosin, one glomerulus among tubules. A fixed
 * seed produces the same image at every visit.
 */

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Nucleus extends Point {
  readonly radiusX: number;
  readonly radiusY: number;
  readonly angleDeg: number;
  /** 0 pale to 1 dark. */
  readonly darkness: number;
}

interface Tubule {
  readonly outline: string;
  readonly lumen: string;
  /** 0 pale to 1 strongly eosinophilic. */
  readonly eosin: number;
}

interface TissueMotif {
  readonly width: number;
  readonly height: number;
  readonly tubules: readonly Tubule[];
  readonly glomerulus: { readonly capsule: string; readonly tuft: string; readonly loops: readonly string[] };
  readonly nuclei: readonly Nucleus[];
}

const WIDTH = 1000;
const HEIGHT = 1200;
const GLOMERULUS = { x: 545, y: 500, radius: 205 };
/** Gap between neighbouring structures. */
const GAP = 4;
const LARGEST_TUBULE = 92;

/** A round structure that keeps a distance from others. */
interface Ring extends Point {
  radius: number;
}

/** Maximum radius of a ring at this point. */
function roomAround(place: Point, rings: readonly Ring[]): number {
  return Math.min(...rings.map((ring) => Math.hypot(ring.x - place.x, ring.y - place.y) - ring.radius)) - GAP;
}

/** Pseudo-random numbers from 0 to 1. Source: mulberry32, Tommy Ettinger, public domain. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** State of the image while it is drawn. */
interface Drawing {
  readonly chance: () => number;
  readonly between: (min: number, max: number) => number;
  readonly nuclei: Nucleus[];
}

/** An ellipse: `stretch` compresses a circle along `tilt`. */
interface Ellipse {
  readonly centre: Point;
  readonly stretch: number;
  readonly tilt: number;
}

/** Each step takes its random numbers in this order; another order produces another image. */
export function drawTissueMotif(seed: number): TissueMotif {
  const chance = chanceFrom(seed);
  const between = (min: number, max: number) => min + (max - min) * chance();
  const drawing: Drawing = { chance, between, nuclei: [] };
  const rings = placeTubules(drawing);
  const tubules = rings.map((ring) => drawTubule(drawing, ring));
  addPeritubularCapillaries(drawing, rings);
  const loops = drawCapillaryLoops(drawing);
  addTuftNuclei(drawing);
  addCapsuleNuclei(drawing);
  return {
    width: WIDTH,
    height: HEIGHT,
    tubules,
    glomerulus: {
      capsule: blob(drawing, circleAt(GLOMERULUS), GLOMERULUS.radius, 0.012),
      tuft: blob(drawing, circleAt(GLOMERULUS), GLOMERULUS.radius * 0.84, 0.06),
      loops,
    },
    nuclei: drawing.nuclei,
  };
}

const circleAt = (centre: Point): Ellipse => ({ centre, stretch: 1, tilt: 0 });

/** Bowman's capsule, which keeps the tubules away. */
const CAPSULE: Ring = { x: GLOMERULUS.x, y: GLOMERULUS.y, radius: GLOMERULUS.radius + 16 };

/** Large ones first, then smaller ones in the gaps; then each grows until it touches a neighbour. */
function placeTubules({ between }: Drawing): Ring[] {
  const rings: Ring[] = [CAPSULE];
  for (let attempt = 0; attempt < 9000; attempt += 1) {
    const centre = { x: between(-60, WIDTH + 60), y: between(-60, HEIGHT + 60) };
    const minRadius = attempt < 2500 ? 44 : attempt < 5000 ? 30 : 20;
    const room = roomAround(centre, rings);
    if (room >= minRadius) rings.push({ ...centre, radius: Math.min(room, between(minRadius, 66)) });
  }
  const tubules = rings.slice(1);
  for (const ring of tubules) {
    const others = rings.filter((other) => other !== ring);
    ring.radius = Math.min(LARGEST_TUBULE, Math.max(ring.radius, roomAround(ring, others)));
  }
  return tubules;
}

/** Proximal: a narrow, ragged lumen and few nuclei; distal: a wide, clear one and more nuclei. */
function drawTubule(drawing: Drawing, { x, y, radius }: Ring): Tubule {
  const { chance, between } = drawing;
  const isProximal = chance() < 0.68;
  const ellipse: Ellipse = { centre: { x, y }, stretch: between(0.93, 1), tilt: chance() * Math.PI };
  const [lumenRadius, lumenWaviness] = isProximal
    ? [radius * between(0.2, 0.3), 0.28]
    : [radius * between(0.46, 0.56), 0.1];
  const nuclei = isProximal
    ? { radius: radius * 0.66, spacing: 27, size: 7.4 }
    : { radius: radius * 0.76, spacing: 20, size: 6.8 };
  addRingOfNuclei(drawing, ellipse, nuclei);
  return {
    outline: blob(drawing, ellipse, radius, 0.035),
    lumen: blob(drawing, ellipse, lumenRadius, lumenWaviness),
    eosin: isProximal ? between(0.6, 1) : between(0.05, 0.35),
  };
}

function addRingOfNuclei(
  drawing: Drawing,
  ellipse: Ellipse,
  { radius, spacing, size }: { readonly radius: number; readonly spacing: number; readonly size: number },
): void {
  const { chance, between } = drawing;
  const count = Math.floor((2 * Math.PI * radius) / spacing);
  const start = chance() * 6.3;
  for (let index = 0; index < count; index += 1) {
    if (chance() < 0.14) continue;
    const angle = start + ((index + between(-0.25, 0.25)) / count) * 2 * Math.PI;
    const place = pointOnEllipse(ellipse, angle, radius * between(0.94, 1.06));
    addNucleus(drawing, place, between(0.88, 1.12) * size, (angle * 180) / Math.PI + 90);
  }
}

/** Between the tubules: thin cells of capillaries. */
function addPeritubularCapillaries(drawing: Drawing, rings: readonly Ring[]): void {
  const { chance, between } = drawing;
  for (let count = 0; count < 420; count += 1) {
    const place = { x: between(0, WIDTH), y: between(0, HEIGHT) };
    if (roomAround(place, [CAPSULE, ...rings]) > 0) addNucleus(drawing, place, between(4, 5.2), chance() * 180, 1.7);
  }
}

/** The capillary loops of the glomerular tuft. */
function drawCapillaryLoops(drawing: Drawing): string[] {
  const { chance, between } = drawing;
  const loops: string[] = [];
  for (let count = 0; count < 95; count += 1) {
    const [angle, reach] = [chance() * 6.3, Math.sqrt(chance()) * GLOMERULUS.radius * 0.74];
    const centre = pointOnEllipse(circleAt(GLOMERULUS), angle, reach);
    loops.push(blob(drawing, circleAt(centre), between(8, 19), 0.16));
  }
  return loops;
}

/** Nuclei of endothelium, mesangium and podocytes. */
function addTuftNuclei(drawing: Drawing): void {
  const { chance, between } = drawing;
  for (let count = 0; count < 230; count += 1) {
    const [angle, reach] = [chance() * 6.3, Math.sqrt(chance()) * GLOMERULUS.radius * 0.8];
    const place = pointOnEllipse(circleAt(GLOMERULUS), angle, reach);
    addNucleus(drawing, place, between(4.6, 6.8), chance() * 180, between(1, 1.4));
  }
}

/** Flat nuclei of the parietal epithelium, along Bowman's capsule. */
function addCapsuleNuclei(drawing: Drawing): void {
  for (let count = 0; count < 34; count += 1) {
    const angle = (count / 34) * 2 * Math.PI + drawing.between(-0.06, 0.06);
    const place = pointOnEllipse(circleAt(GLOMERULUS), angle, GLOMERULUS.radius + 3);
    addNucleus(drawing, place, 5, (angle * 180) / Math.PI + 90, 1.9);
  }
}

function addNucleus({ chance, nuclei }: Drawing, centre: Point, size: number, angleDeg: number, flatness = 1.15): void {
  const { x, y } = centre;
  nuclei.push({ x, y, radiusX: size * flatness, radiusY: size / flatness, angleDeg, darkness: chance() });
}

/** A closed, slightly wavy curve along an ellipse. */
function blob({ chance }: Drawing, ellipse: Ellipse, radius: number, waviness: number): string {
  const phases = [chance() * 6.3, chance() * 6.3, chance() * 6.3];
  const points = Array.from({ length: 28 }, (_, index): Point => {
    const angle = (index / 28) * 2 * Math.PI;
    const wave = phases.reduce((sum, phase, order) => sum + Math.sin((order + 2) * angle + phase) / (order + 2), 0);
    return pointOnEllipse(ellipse, angle, radius * (1 + waviness * wave));
  });
  return smoothPath(points);
}

function pointOnEllipse({ centre, stretch, tilt }: Ellipse, angle: number, radius: number): Point {
  const [along, across] = [Math.cos(angle - tilt) * radius * stretch, Math.sin(angle - tilt) * radius];
  return {
    x: centre.x + along * Math.cos(tilt) - across * Math.sin(tilt),
    y: centre.y + along * Math.sin(tilt) + across * Math.cos(tilt),
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
