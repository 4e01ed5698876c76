/**
 * Kidney cortex: one section, stained with hematoxylin and eosin, and the same section stained again with PAS and
 * scanned by another scanner: at 0.5 µm per pixel instead of 0.25, with the glass rotated clockwise by 12° and shifted
 * 90 µm to the right and 60 µm up. Both slides show the same tissue, so that they can be bound to each other.
 */
import { composeScene, insideOnly, isInside, type ScenePainting } from "./compose-scene.ts";
import { type KidneyRecipe, kidneyGround } from "./kidney-ground.ts";
import { type KidneyBody, type KidneyLayout, layOutKidney } from "./kidney-layout.ts";
import { distanceToSurface, placeKidneyNuclei } from "./kidney-nuclei.ts";
import { type Nucleus, nucleusStructure, paintNucleus } from "./nucleus.ts";
import { seedOf } from "./random.ts";
import { type Rescan, rescanPainting, seenAt } from "./rescan.ts";
import type { ScenePoint, TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";

/** The section as scanned by the first scanner, px and µm per px. */
const SECTION = { width: 20480, height: 16384, pixelSizeUm: 0.25 } as const;
/** The second scanner's image. */
const RESCANNED = { width: 10240, height: 9216, pixelSizeUm: 0.5 } as const;
export const RESCAN_ROTATION_DEG = 12;
const RESCAN_SHIFT_UM = { x: 90, y: -60 } as const;

/** Points of the section, as shares of its width and height, for binding the slides: far apart, all in the tissue. */
const SECTION_PLACES: readonly ScenePoint[] = [
  [0.35, 0.3],
  [0.65, 0.3],
  [0.5, 0.65],
];

const HE_RECIPE: KidneyRecipe = {
  nuclearWash: 1,
  cytoplasm: 1,
  membrane: [0.16, 0],
  brush: 0,
  mesangium: 0,
  loopMembrane: 0,
  erythrocyte: [0.1, 0.42],
};

const PAS_RECIPE: KidneyRecipe = {
  nuclearWash: 0.7,
  cytoplasm: 0.42,
  membrane: [0, 0.62],
  brush: 0.42,
  mesangium: 0.17,
  loopMembrane: 0.26,
  erythrocyte: [0.3, 0],
};

/** Seed of the section, the same for both stains. */
const SEED = seedOf("kidney-he");

const sizeAt = ({ width, height }: { readonly width: number; readonly height: number }, scale: number) => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

function sectionPointsAt({ width, height }: { readonly width: number; readonly height: number }): ScenePoint[] {
  return SECTION_PLACES.map(([x, y]): ScenePoint => [Math.round(x * width), Math.round(y * height)]);
}

export function kidneyHeScene(scale: number): TissueScene {
  const size = sizeAt(SECTION, scale);
  const facts = {
    ...size,
    key: "kidney-he",
    title: "Kidney, cortex",
    stain: "H&E",
    stains: [STAINS.hematoxylin, STAINS.eosin, STAINS.eosinOrange] as const,
    pixelSizeUm: SECTION.pixelSizeUm,
    objectivePower: 40,
    sectionPoints: sectionPointsAt(size),
  };
  return composeScene(facts, () => paintKidney(HE_RECIPE, size));
}

export function kidneyPasScene(scale: number): TissueScene {
  const from = sizeAt(SECTION, scale);
  const to = sizeAt(RESCANNED, scale);
  const rescan: Rescan = {
    from,
    to,
    step: RESCANNED.pixelSizeUm / SECTION.pixelSizeUm,
    rotationDeg: RESCAN_ROTATION_DEG,
    shift: [(RESCAN_SHIFT_UM.x / RESCANNED.pixelSizeUm) * scale, (RESCAN_SHIFT_UM.y / RESCANNED.pixelSizeUm) * scale],
  };
  const facts = {
    ...to,
    key: "kidney-pas",
    title: "Kidney, cortex, basement membranes",
    stain: "PAS",
    stains: [STAINS.hematoxylin, STAINS.eosin, STAINS.schiff] as const,
    pixelSizeUm: RESCANNED.pixelSizeUm,
    objectivePower: 20,
    sectionPoints: sectionPointsAt(from).map((point) => seenAt(rescan, point)),
  };
  return composeScene(facts, () => rescanPainting(paintKidney(PAS_RECIPE, from), rescan));
}

function paintKidney(recipe: KidneyRecipe, { width, height }: { width: number; height: number }): ScenePainting {
  const layout = layOutKidney(SEED, width, height);
  const nuclei = placeKidneyNuclei(SEED, layout, width, height);
  return {
    paintGround: kidneyGround(SEED, layout, recipe),
    layers: [new StampLayer<Nucleus>(width, height, nuclei, paintNucleus)],
    listStructures: () => insideOnly([...listBodies(layout), ...nuclei.map(nucleusStructure)], width, height),
    teachingMarks: markKidney(layout, width, height),
  };
}

/** The outline of a body with a single axis point, on the slide. */
function outline(layout: KidneyLayout, index: number): ScenePoint[] {
  const { axis, radius } = layout.bodies[index]!;
  const [x, y] = axis as [number, number];
  const vertices = 40;
  return Array.from({ length: vertices }, (_, i): ScenePoint => {
    const angle = (i / vertices) * 2 * Math.PI;
    const surface = distanceToSurface(layout, index, x, y, Math.cos(angle), Math.sin(angle), radius * 1.15);
    const [sx, sy] = layout.toSlide(x + Math.cos(angle) * surface, y + Math.sin(angle) * surface);
    return [Math.round(sx * 10) / 10, Math.round(sy * 10) / 10];
  });
}

const STRUCTURE_KINDS: Partial<Record<KidneyBody["kind"], string>> = {
  glomerulus: "glomerulus",
  artery: "artery",
  vein: "vein",
};

function listBodies(layout: KidneyLayout): TissueStructure[] {
  const structures: TissueStructure[] = [];
  layout.bodies.forEach((body, index) => {
    const kind = STRUCTURE_KINDS[body.kind];
    if (kind) {
      structures.push({ kind, shape: "polygon", points: outline(layout, index) });
      return;
    }
    const middle = Math.floor(body.axis.length / 4) * 2;
    const [x, y] = layout.toSlide(body.axis[middle]!, body.axis[middle + 1]!);
    if (layout.edge(x, y) > 60)
      structures.push({ kind: "tubule", shape: "point", points: [[Math.round(x), Math.round(y)]] });
  });
  return structures;
}

/** Explanation of each structure; the example nearest to the middle of the slide is annotated. */
const EXPLANATIONS: Record<KidneyBody["kind"], readonly [title: string, content: string]> = {
  glomerulus: [
    "Glomerulus",
    "A tuft of capillary loops in Bowman's capsule. Count its nuclei, and compare the width of Bowman's space with the next glomerulus.",
  ],
  proximal: [
    "Proximal tubule",
    "Tall, strongly eosinophilic cells with a brush border; the lumen is narrow and fuzzy, and few nuclei lie in the section.",
  ],
  distal: ["Distal tubule", "Lower, paler cells than in the proximal tubule, a clear wide lumen, more nuclei."],
  collecting: ["Collecting duct", "Pale cuboidal cells in a straight tube; follow it up the medullary ray."],
  "thick-limb": [
    "Thick ascending limb",
    "A narrow straight tubule of low cells, next to collecting ducts in the medullary ray.",
  ],
  artery: ["Artery", "Smooth muscle in rings around the lumen, nuclei lying along the rings."],
  vein: ["Vein", "A wide lumen with hardly any wall, next to its artery."],
};

function markKidney(layout: KidneyLayout, width: number, height: number): TeachingMark[] {
  const marks: TeachingMark[] = [];
  const fromMiddle = ({ axis }: KidneyBody) => Math.hypot(axis[0]! - width / 2, axis[1]! - height / 2);
  const byMiddle = [...layout.bodies.keys()].toSorted(
    (a, b) => fromMiddle(layout.bodies[a]!) - fromMiddle(layout.bodies[b]!),
  );
  for (const [kind, [title, content]] of Object.entries(EXPLANATIONS)) {
    const index = byMiddle.find((candidate) => {
      const body = layout.bodies[candidate]!;
      return body.kind === kind && layout.edge(body.axis[0]!, body.axis[1]!) > body.radius;
    });
    if (index === undefined) continue;
    const isRound = layout.bodies[index]!.axis.length === 2;
    const points = isRound ? outline(layout, index) : arrowTo(layout, layout.bodies[index]!);
    if (!points.every((point) => isInside(point, width, height))) continue;
    marks.push({ title, content, typeName: isRound ? "polygon" : "arrow", points });
  }
  return marks;
}

/** From outside into the wall of a tubule. */
function arrowTo(layout: KidneyLayout, { axis, radius }: KidneyBody): ScenePoint[] {
  const [x, y] = layout.toSlide(axis[0]!, axis[1]!);
  return [
    [Math.round(x - radius * 1.9), Math.round(y - radius * 1.3)],
    [Math.round(x - radius * 0.35), Math.round(y - radius * 0.25)],
  ];
}
