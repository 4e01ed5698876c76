/**
 * A carcinoma stained for Ki-67: nests of tumour cells in stroma, nuclei blue (hematoxylin) or brown (DAB), their share known exactly.
 */
import { composeScene, insideOnly, type ScenePainting } from "./compose-scene.ts";
import { gradientNoise, smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { makeNucleus, type Nucleus, type NucleusType, nucleusStructure, paintNucleus } from "./nucleus.ts";
import { scatter } from "./placement.ts";
import { seededRandom, seedOf } from "./random.ts";
import type { TeachingMark, TissueScene } from "./scene.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";
import { sharedTextures } from "./textures.ts";
import { CoarseField, NODE_STEP_PX, NODES, SPAN_PX, type Tile } from "./tile.ts";
import { blobOutline } from "./tissue-outline.ts";

const KEY = "ki67";
const WIDTH_PX = 9000;
const HEIGHT_PX = 7000;

/** Share of positive nuclei in quiet nests and in hot spots. */
const QUIET_SHARE = 0.1;
const HOT_SHARE = 0.42;
/** Distance between nuclei in a nest, px; it is larger in the stroma. */
const NEST_SPACING_PX = 37;
const STROMA_SPACING_PX = 72;

const POSITIVE = "ki67-positive";
const NEGATIVE = "ki67-negative";
const STROMAL = "stroma-nucleus";

const TUMOUR = { radiusPx: [15, 22], roundness: [0.62, 0.95], rim: 0.16, irregularity: 0.06 } as const;
const NEGATIVE_TYPE: NucleusType = {
  ...TUMOUR,
  kind: NEGATIVE,
  density: [0.26, 0.5],
  clumping: 0.2,
  nucleolusShare: 0.35,
};
const WEAK_TYPE: NucleusType = {
  ...TUMOUR,
  kind: POSITIVE,
  density: [0.5, 0.75],
  rim: 0.08,
  clumping: 0.3,
  nucleolusShare: 0.1,
};
const STRONG_TYPE: NucleusType = {
  ...TUMOUR,
  kind: POSITIVE,
  density: [0.95, 1.5],
  rim: 0.05,
  clumping: 0.22,
  nucleolusShare: 0,
};
const SPINDLE_TYPE: NucleusType = {
  kind: STROMAL,
  radiusPx: [15, 27],
  roundness: [0.2, 0.4],
  density: [0.35, 0.6],
  rim: 0.1,
  clumping: 0.18,
  nucleolusShare: 0,
  irregularity: 0.05,
};
const LYMPHOCYTE_TYPE: NucleusType = {
  kind: STROMAL,
  radiusPx: [10, 12.5],
  roundness: [0.88, 1],
  density: [0.6, 0.85],
  rim: 0.1,
  clumping: 0.3,
  nucleolusShare: 0,
  irregularity: 0.03,
};

export function ki67Scene(scale: number): TissueScene {
  const width = Math.round(WIDTH_PX * scale);
  const height = Math.round(HEIGHT_PX * scale);
  const facts = {
    key: KEY,
    title: "Invasive carcinoma, Ki-67",
    stain: "Ki-67 (DAB), hematoxylin",
    width,
    height,
    pixelSizeUm: 0.25,
    objectivePower: 40,
    stains: [STAINS.hematoxylinAlone, STAINS.paleGrey, STAINS.dab] as const,
    glass: [242, 242, 241] as const,
  };
  return composeScene(facts, (): ScenePainting => {
    const seed = seedOf(KEY);
    const fields = tumourFields(seed, width, height);
    const nuclei = placeNuclei(seed, fields, width, height);
    return {
      paintGround: ki67Ground(seed, fields),
      layers: [new StampLayer<Nucleus>(width, height, nuclei, paintNucleus)],
      listStructures: () => insideOnly(nuclei.map(nucleusStructure), width, height),
      teachingMarks: markKi67(nuclei, fields, width, height),
    };
  });
}

interface TumourFields {
  edge(x: number, y: number): number;
  /** px inside a nest of tumour cells, negative in the stroma. */
  nest(x: number, y: number): number;
  /** Intensity of the hot spot, 0 to 1. */
  heat(x: number, y: number): number;
  /** A coordinate across the fibres of the stroma, px; its level lines are the fibres. */
  across(x: number, y: number): number;
  /** Direction of the fibres, radians. */
  direction(x: number, y: number): number;
}

function tumourFields(seed: number, width: number, height: number): TumourFields {
  const noise = gradientNoise(seed);
  const nest = (x: number, y: number) =>
    (noise(x / 560 + 0.25 * noise(x / 240, y / 240), y / 560) + 0.45 * noise(x / 230 + 50, y / 230) + 0.16) * 190 +
    12 * noise(x / 50, y / 50);
  const across = (x: number, y: number) =>
    y + 0.35 * x + 330 * noise(x / 900 + 60, y / 900) + 90 * noise(x / 310, y / 310 + 60) + 14 * noise(x / 90, y / 90);
  return {
    edge: blobOutline(gradientNoise(seed + 1), width, height, 0.9),
    nest,
    heat: (x, y) => smoothStep(0.2, 0.5, noise(x / 1500 + 7.3, y / 1500 + 2.9)),
    across,
    direction: (x, y) => Math.atan2(across(x + 8, y) - across(x - 8, y), -(across(x, y + 8) - across(x, y - 8))),
  };
}

function placeNuclei(seed: number, fields: TumourFields, width: number, height: number): Nucleus[] {
  const random = seededRandom(seed + 5);
  const places = scatter(
    random,
    width,
    height,
    STROMA_SPACING_PX,
    (x, y) => {
      if (fields.edge(x, y) < 24) return 0;
      const nest = fields.nest(x, y);
      if (nest > 14) return NEST_SPACING_PX;
      return nest < -10 ? STROMA_SPACING_PX : 0;
    },
    26,
  );
  return places.map(([x, y]) => {
    const turn = random() * 2 * Math.PI;
    if (fields.nest(x, y) < 0) {
      const isLymphocyte = random() < 0.16;
      return makeNucleus(
        random,
        isLymphocyte ? LYMPHOCYTE_TYPE : SPINDLE_TYPE,
        x,
        y,
        fields.direction(x, y) + (turn - Math.PI) * 0.08,
      );
    }
    const share = QUIET_SHARE + (HOT_SHARE - QUIET_SHARE) * fields.heat(x, y);
    if (random() >= share) return makeNucleus(random, NEGATIVE_TYPE, x, y, turn);
    return makeNucleus(random, random() < 0.25 ? WEAK_TYPE : STRONG_TYPE, x, y, turn, 2);
  });
}

function ki67Ground(seed: number, fields: TumourFields): (tile: Tile) => boolean {
  const { grain, cloud } = sharedTextures();
  const noise = gradientNoise(seed + 9);
  const edge = new CoarseField();
  const nest = new CoarseField();
  const strand = new CoarseField();
  return (tile) => {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const x = tile.left + i * NODE_STEP_PX;
        const y = tile.top + j * NODE_STEP_PX;
        const inside = fields.edge(x, y);
        edge.nodes[j * NODES + i] = inside;
        if (inside < -12) continue;
        isTissue = true;
        const depth = fields.nest(x, y);
        nest.nodes[j * NODES + i] = depth;
        const v = fields.across(x, y);
        strand.nodes[j * NODES + i] = depth > 20 ? 0 : noise(x / 210, v / 24) + 0.7 * noise(x / 95 + 9, v / 11);
      }
    }
    if (!isTissue) return false;
    edge.expand();
    nest.expand();
    strand.expand();
    for (let row = 0; row < SPAN_PX; row++) {
      const y = tile.top + row;
      const textureRow = (y & TEXTURE_MASK) << TEXTURE_SHIFT;
      for (let column = 0, at = row * SPAN_PX; column < SPAN_PX; column++, at++) {
        const x = tile.left + column;
        const fine = grain[textureRow + ((x + (y >> 9) * 173) & TEXTURE_MASK)]!;
        const inside = edge.pixels[at]! + 1.5 * fine;
        if (inside < -1.5) continue;
        const soft = cloud[textureRow + ((x + (x >> 3)) & TEXTURE_MASK)]!;
        const inNest = smoothStep(-2, 2, nest.pixels[at]!);
        const cover = smoothStep(-1.5, 2.5, inside);
        // Nests shrink away from the stroma here and there.
        const crack = smoothStep(5, 2, Math.abs(nest.pixels[at]! + 2)) * smoothStep(0.1, 1, soft);
        const stroma = Math.max(0, 0.075 + 0.085 * strand.pixels[at]! + 0.016 * fine);
        const cytoplasm = 0.095 + 0.02 * fine + 0.018 * soft;
        const amount = (stroma + (cytoplasm - stroma) * inNest) * (1 - 0.9 * crack) * cover;
        tile.first[at] = amount * 0.55;
        tile.second[at] = amount * 0.7;
        tile.third[at] = amount * 0.12;
      }
    }
    return true;
  };
}

function markKi67(nuclei: readonly Nucleus[], fields: TumourFields, width: number, height: number): TeachingMark[] {
  const tumour = nuclei.filter(({ kind }) => kind !== STROMAL);
  const positive = tumour.filter(({ kind }) => kind === POSITIVE);
  const index = ((100 * positive.length) / Math.max(1, tumour.length)).toFixed(1);
  const middle = (list: readonly Nucleus[]) =>
    list.toSorted(
      (a, b) => Math.hypot(a.x - width / 2, a.y - height / 2) - Math.hypot(b.x - width / 2, b.y - height / 2),
    )[0];
  const marks: TeachingMark[] = [];
  const hot = tumour.toSorted((a, b) => fields.heat(b.x, b.y) - fields.heat(a.x, a.y) || a.x + a.y - b.x - b.y)[0];
  if (hot) {
    const half = Math.min(480, width / 6, height / 6);
    const x = Math.min(Math.max(hot.x, half), width - half);
    const y = Math.min(Math.max(hot.y, half), height - half);
    marks.push({
      title: "Hot spot",
      content: `Here the tumour proliferates most. On the whole slide ${positive.length} of ${tumour.length} tumour nuclei are positive: a Ki-67 index of ${index} %.`,
      typeName: "rectangle",
      points: [
        [x - half, y - half],
        [x + half, y - half],
        [x + half, y + half],
        [x - half, y + half],
      ],
    });
  }
  const examples: [string, string, Nucleus | undefined][] = [
    [
      "Positive nucleus",
      "Any brown of the nucleus counts, weak or strong.",
      middle(positive.filter(({ density }) => density > 0.9)),
    ],
    [
      "Negative nucleus",
      "A tumour nucleus with hematoxylin only; it counts in the denominator.",
      middle(tumour.filter(({ kind }) => kind === NEGATIVE)),
    ],
    [
      "Stromal nucleus",
      "Spindle-shaped, between the nests: not a tumour cell, and not counted.",
      middle(nuclei.filter(({ kind }) => kind === STROMAL)),
    ],
  ];
  for (const [title, content, nucleus] of examples) {
    if (nucleus)
      marks.push({ title, content, typeName: "point", points: [[Math.round(nucleus.x), Math.round(nucleus.y)]] });
  }
  return marks;
}
