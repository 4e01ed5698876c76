/**
 * Computed tomography of an invented body: an oval trunk with a spine, two kidneys and a stone in one of them. It is
 * computed, so that it can be shown to anyone.
 */

export const PHANTOM = { slices: 24, sidePx: 128, pixelMm: 2.5, sliceMm: 5 } as const;

/** In Hounsfield units. */
const DENSITY = {
  air: -1000,
  fat: -100,
  muscle: 50,
  marrow: 250,
  bone: 900,
  kidney: 35,
  pelvis: 5,
  stone: 700,
  gas: -700,
} as const;
const NOISE_HU = 12;

interface Ellipsoid {
  /** Centre and half axes in mm: x to the patient's left, y to the back, z to the head. */
  readonly centre: readonly [x: number, y: number, z: number];
  readonly halfAxes: readonly [x: number, y: number, z: number];
  readonly density: number;
}

const ENDLESS = 10_000;

/** Later ellipsoids lie within earlier ones. */
const BODY: readonly Ellipsoid[] = [
  { centre: [0, 0, 0], halfAxes: [145, 105, ENDLESS], density: DENSITY.fat },
  { centre: [0, 0, 0], halfAxes: [130, 90, ENDLESS], density: DENSITY.muscle },
  { centre: [0, -12, 0], halfAxes: [108, 62, ENDLESS], density: DENSITY.fat },
  { centre: [0, 55, 0], halfAxes: [22, 20, ENDLESS], density: DENSITY.bone },
  { centre: [0, 55, 0], halfAxes: [18, 16, ENDLESS], density: DENSITY.marrow },
  { centre: [0, 79, 0], halfAxes: [8, 8, ENDLESS], density: DENSITY.pelvis },
  { centre: [62, 32, 6], halfAxes: [25, 21, 52], density: DENSITY.kidney },
  { centre: [54, 30, 6], halfAxes: [10, 8, 26], density: DENSITY.pelvis },
  { centre: [-62, 34, -6], halfAxes: [25, 21, 50], density: DENSITY.kidney },
  { centre: [-54, 32, -6], halfAxes: [10, 8, 25], density: DENSITY.pelvis },
  { centre: [-56, 33, -12], halfAxes: [5, 5, 6], density: DENSITY.stone },
  { centre: [28, -32, 18], halfAxes: [30, 16, 30], density: DENSITY.muscle },
  { centre: [28, -36, 18], halfAxes: [20, 8, 22], density: DENSITY.gas },
  { centre: [-36, -28, -22], halfAxes: [26, 15, 26], density: DENSITY.muscle },
  { centre: [-36, -33, -22], halfAxes: [16, 7, 18], density: DENSITY.gas },
  { centre: [8, 30, 0], halfAxes: [9, 9, ENDLESS], density: DENSITY.muscle },
];

/** @param slice from 0, upwards. @returns Hounsfield units, row by row from the front of the body, from its right side. */
export function drawPhantomSlice(slice: number): Int16Array {
  const { slices, sidePx, pixelMm, sliceMm } = PHANTOM;
  const z = (slice - (slices - 1) / 2) * sliceMm;
  const units = new Int16Array(sidePx * sidePx);
  const noise = noiseFrom(slice + 1);
  for (let row = 0; row < sidePx; row++) {
    for (let column = 0; column < sidePx; column++) {
      const place = [(column - (sidePx - 1) / 2) * pixelMm, (row - (sidePx - 1) / 2) * pixelMm, z] as const;
      units[row * sidePx + column] = Math.round(densityAt(place) + noise());
    }
  }
  return units;
}

function densityAt(place: readonly [number, number, number]): number {
  const at = BODY.findLast(({ centre, halfAxes }) => {
    const share = (axis: 0 | 1 | 2) => ((place[axis] - centre[axis]) / halfAxes[axis]) ** 2;
    return share(0) + share(1) + share(2) <= 1;
  });
  return at?.density ?? DENSITY.air;
}

/** Always gives the same numbers. Source: Numerical Recipes, "quick and dirty" generator. */
function noiseFrom(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (next() + next() + next() - 1.5) * 2 * NOISE_HU;
}
