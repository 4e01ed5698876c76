/**
 * A blood smear under oil immersion: a single layer of red cells, some overlapping, with white cells of all five kinds and platelets.
 *
 * Textbook sizes of white cells, as in B. Houwen, "The differential cell count", Laboratory Hematology 7 (2001):
 * neutrophils 12 to 15 µm, small lymphocytes 7 to 10 µm, monocytes 15 to 20 µm. There are many more white cells than in
 * reality, so that a learner finds some.
 */
import { composeScene, insideOnly, type ScenePainting } from "./compose-scene.ts";
import { type Erythrocyte, makeErythrocyte, paintErythrocyte } from "./erythrocyte.ts";
import { LEUCOCYTE_TYPES, type Leucocyte, type LeucocyteKind, makeLeucocyte, paintLeucocyte } from "./leucocyte.ts";
import { ellipseRing } from "./nucleus.ts";
import { Crowd } from "./placement.ts";
import { between, type Random, seededRandom, seedOf } from "./random.ts";
import type { TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";

const KEY = "blood-smear";
const WIDTH_PX = 4000;
const HEIGHT_PX = 3000;

/** The differential count: share of each type among white cells. */
const DIFFERENTIAL: readonly [LeucocyteKind, number][] = [
  ["neutrophil", 0.56],
  ["lymphocyte", 0.3],
  ["monocyte", 0.07],
  ["eosinophil", 0.05],
  ["basophil", 0.02],
];
/** px² of smear per white cell, platelet and red cell. */
const AREA_PER_LEUCOCYTE = 460_000;
const AREA_PER_PLATELET = 150_000;
const AREA_PER_ERYTHROCYTE = 9_200;

export function bloodSmearScene(scale: number): TissueScene {
  const width = Math.round(WIDTH_PX * scale);
  const height = Math.round(HEIGHT_PX * scale);
  const facts = {
    key: KEY,
    title: "Blood smear",
    stain: "Giemsa",
    width,
    height,
    pixelSizeUm: 0.1,
    objectivePower: 100,
    stains: [STAINS.azure, STAINS.giemsaEosin, STAINS.giemsaBlue] as const,
    glass: [241, 238, 236] as const,
  };
  return composeScene(facts, (): ScenePainting => {
    const { erythrocytes, leucocytes } = placeCells(seedOf(KEY), width, height);
    return {
      paintGround(tile) {
        // Dried plasma.
        tile.second.fill(0.012);
        tile.third.fill(0.012);
        return true;
      },
      layers: [
        new StampLayer<Erythrocyte>(width, height, erythrocytes, paintErythrocyte),
        new StampLayer<Leucocyte>(width, height, leucocytes, paintLeucocyte),
      ],
      listStructures() {
        const cells = [
          ...erythrocytes.map((cell) => ({ ...cell, kind: "erythrocyte" })),
          ...leucocytes.map((cell) => ({ ...cell, radiusX: cell.radius, radiusY: cell.radius, cosine: 1, sine: 0 })),
        ];
        const rings = cells.map(
          ({ kind, x, y, radiusX, radiusY, cosine, sine }): TissueStructure => ({
            kind,
            shape: "ellipse",
            points: ellipseRing(x, y, radiusX, radiusY, cosine, sine, 20),
          }),
        );
        return insideOnly(rings, width, height);
      },
      teachingMarks: markSmear(erythrocytes, leucocytes, width, height),
    };
  });
}

function pickLeucocyte(random: Random): LeucocyteKind {
  let rest = random();
  for (const [kind, share] of DIFFERENTIAL) {
    rest -= share;
    if (rest <= 0) return kind;
  }
  return "neutrophil";
}

function placeCells(
  seed: number,
  width: number,
  height: number,
): { erythrocytes: Erythrocyte[]; leucocytes: Leucocyte[] } {
  const random = seededRandom(seed);
  const leucocytes: Leucocyte[] = [];
  const erythrocytes: Erythrocyte[] = [];
  const crowd = new Crowd(width, height, 260);
  const put = (kind: LeucocyteKind) => {
    const radius = LEUCOCYTE_TYPES[kind].radiusPx[1];
    for (let dart = 0; dart < 40; dart++) {
      const x = between(random, radius + 4, width - radius - 4);
      const y = between(random, radius + 4, height - radius - 4);
      if (!isFree(crowd, x, y, radius, 1.15)) continue;
      crowd.add(x, y, radius);
      leucocytes.push(makeLeucocyte(random, kind, x, y));
      return;
    }
  };
  const area = width * height;
  // One of each type first, so that even a rare type can be found.
  const kinds = DIFFERENTIAL.map(([kind]) => kind);
  const count = Math.max(1, Math.round(area / AREA_PER_LEUCOCYTE));
  for (let i = 0; i < count; i++) put(kinds[i] ?? pickLeucocyte(random));
  const platelets = Math.round(area / AREA_PER_PLATELET);
  for (let i = 0; i < platelets; i++) put("platelet");

  const targetCount = Math.round(area / AREA_PER_ERYTHROCYTE);
  for (let dart = 0; dart < targetCount * 9 && erythrocytes.length < targetCount; dart++) {
    const x = between(random, -30, width + 30);
    const y = between(random, -30, height + 30);
    // Most do not touch, some overlap.
    if (!isFree(crowd, x, y, 36, random() < 0.06 ? 0.62 : 1.01)) continue;
    crowd.add(x, y, 36);
    erythrocytes.push(makeErythrocyte(random, x, y));
  }
  return { erythrocytes, leucocytes };
}

/** @param closeness 1: cells may touch; less: they may overlap. */
function isFree(crowd: Crowd, x: number, y: number, radius: number, closeness: number): boolean {
  let free = true;
  crowd.visit(x, y, (_x, _y, other, squared) => {
    // Red cells never lie on white ones.
    const share = other === 36 ? closeness : Math.max(1, closeness);
    if (squared < ((other + radius) * share) ** 2) free = false;
    return free;
  });
  return free;
}

const EXPLANATIONS: Record<LeucocyteKind, string> = {
  neutrophil: "A neutrophil: nucleus of three to five lobes joined by thin threads, fine pale granules.",
  lymphocyte: "A small lymphocyte: a round, dense nucleus and a thin rim of blue cytoplasm.",
  monocyte:
    "A monocyte: the largest cell of the blood, kidney-shaped nucleus with loose chromatin, grey-blue cytoplasm.",
  eosinophil: "An eosinophil: nucleus of two lobes, cytoplasm full of coarse orange granules.",
  basophil: "A basophil: coarse dark granules that cover the nucleus.",
  platelet: "A platelet: a fragment of 2 to 3 µm with purple granules, no nucleus.",
};

function markSmear(
  erythrocytes: readonly Erythrocyte[],
  leucocytes: readonly Leucocyte[],
  width: number,
  height: number,
): TeachingMark[] {
  const marks: TeachingMark[] = [];
  for (const kind of Object.keys(EXPLANATIONS) as LeucocyteKind[]) {
    const cell = leucocytes.find((candidate) => candidate.kind === kind);
    if (!cell) continue;
    const title = kind.charAt(0).toUpperCase() + kind.slice(1);
    const radius = cell.radius + 10;
    const isInside = cell.x > radius && cell.y > radius && cell.x < width - radius && cell.y < height - radius;
    if (isInside)
      marks.push({
        title,
        content: EXPLANATIONS[kind],
        typeName: "ellipse",
        points: ellipseRing(cell.x, cell.y, radius, radius),
      });
  }
  const red = erythrocytes.find(
    ({ x, y, radiusX }) => radiusX > 35 && x > width * 0.3 && x < width * 0.8 && y > height * 0.3 && y < height * 0.8,
  );
  if (red) {
    marks.push({
      title: "Red cell",
      content: "About 7.2 µm across, a third of it the central pallor: use it as a ruler for the other cells.",
      typeName: "line",
      points: [
        [Math.round(red.x - red.radiusX * red.cosine), Math.round(red.y - red.radiusX * red.sine)],
        [Math.round(red.x + red.radiusX * red.cosine), Math.round(red.y + red.radiusX * red.sine)],
      ],
    });
  }
  return marks;
}
