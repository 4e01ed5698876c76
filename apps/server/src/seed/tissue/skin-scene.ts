/**
 * Skin, stained with hematoxylin and eosin.
 */
import { composeScene, insideOnly, type ScenePainting } from "./compose-scene.ts";
import { type Nucleus, nucleusStructure, paintNucleus } from "./nucleus.ts";
import { seedOf } from "./random.ts";
import type { ScenePoint, TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { placeSkinCells } from "./skin-cells.ts";
import { skinGround } from "./skin-ground.ts";
import { layOutSkin, type SkinBody, type SkinKind, type SkinLayout } from "./skin-layout.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";

const KEY = "skin-he";
const WIDTH_PX = 12288;
const HEIGHT_PX = 8704;

export function skinScene(scale: number): TissueScene {
  const width = Math.round(WIDTH_PX * scale);
  const height = Math.round(HEIGHT_PX * scale);
  const facts = {
    key: KEY,
    title: "Skin",
    stain: "H&E",
    width,
    height,
    pixelSizeUm: 0.25,
    objectivePower: 40,
    stains: [STAINS.hematoxylin, STAINS.eosin, STAINS.eosinOrange] as const,
  };
  return composeScene(facts, (): ScenePainting => {
    const seed = seedOf(KEY);
    const layout = layOutSkin(seed, width, height);
    const cells = placeSkinCells(seed, layout, width, height);
    return {
      paintGround: skinGround(seed, layout, cells),
      layers: [new StampLayer<Nucleus>(width, height, cells.nuclei, paintNucleus)],
      listStructures: () => insideOnly([...listBodies(layout), ...cells.nuclei.map(nucleusStructure)], width, height),
      teachingMarks: markSkin(layout, cells.nuclei, width, height),
    };
  });
}

/** The centre of each gland, follicle and vessel. */
function listBodies({ bodies }: SkinLayout): TissueStructure[] {
  return bodies.map(({ kind, axis }) => {
    const middle = Math.floor((axis.length / 2 - 1) / 2) * 2;
    return { kind, shape: "point", points: [[Math.round(axis[middle]!), Math.round(axis[middle + 1]!)]] };
  });
}

const EXPLANATIONS: Record<SkinKind, readonly [title: string, content: string]> = {
  "sweat-gland": ["Sweat gland", "Coiled tubules of the secretory part: pale, cuboidal cells around a small lumen."],
  "sweat-duct": [
    "Duct of a sweat gland",
    "Two layers of small, darker cells, with an eosinophilic cuticle along the lumen.",
  ],
  "hair-follicle": ["Hair follicle", "From outside in: outer root sheath, inner root sheath, hair shaft."],
  "hair-bulb": ["Hair bulb", "The lower end of the follicle: densely packed matrix cells, from which the hair grows."],
  "sebaceous-gland": [
    "Sebaceous gland",
    "Cells full of lipid droplets, dissolved by processing: a foamy cytoplasm. The small dark cells at the rim divide.",
  ],
  vessel: ["Vessel of the dermis", "A thin wall with flat endothelial nuclei, some red cells in the lumen."],
};

function markSkin(layout: SkinLayout, nuclei: readonly Nucleus[], width: number, height: number): TeachingMark[] {
  const marks: TeachingMark[] = [];
  const isInside = (points: readonly ScenePoint[]) =>
    points.every(([x, y]) => x > 0 && y > 0 && x < width && y < height);
  const add = (title: string, content: string, typeName: TeachingMark["typeName"], points: readonly ScenePoint[]) => {
    if (isInside(points))
      marks.push({
        title,
        content,
        typeName,
        points: points.map(([x, y]): ScenePoint => [Math.round(x), Math.round(y)]),
      });
  };
  for (const kind of Object.keys(EXPLANATIONS) as SkinKind[]) {
    const middleOf = ({ axis }: SkinBody) => Math.floor((axis.length / 2 - 1) / 2) * 2;
    const body = layout.bodies.find((candidate) => {
      const at = middleOf(candidate);
      return candidate.kind === kind && layout.edge(candidate.axis[at]!, candidate.axis[at + 1]!) > 100;
    });
    if (!body) continue;
    const middle = middleOf(body);
    const [title, content] = EXPLANATIONS[kind];
    const x = body.axis[middle]!;
    const y = body.axis[middle + 1]!;
    add(title, content, "arrow", [
      [x - body.radius * 1.8, y - body.radius * 1.1],
      [x - body.radius * 0.5, y - body.radius * 0.3],
    ]);
  }
  add(
    "Epidermis",
    "Measure it: from the basal row to the granular layer, between the ridges and over a ridge.",
    "line",
    epidermisLine(layout, width * 0.5, height),
  );
  const basal = nuclei.find(({ kind, x }) => kind === "basal-cell" && x > width * 0.45 && x < width * 0.55);
  if (basal)
    add(
      "Basal cell",
      "A single row of dark, upright nuclei on the basement membrane: here the epidermis renews itself.",
      "point",
      [[basal.x, basal.y]],
    );
  return marks;
}

/** Straight down through the living epidermis at one position. */
function epidermisLine(layout: SkinLayout, x: number, height: number): [ScenePoint, ScenePoint] {
  let top = 0;
  while (top < height && layout.belowSurface(x, top) < 0) top++;
  let bottom = top;
  while (bottom < height && layout.belowJunction(x, bottom) < 0) bottom++;
  return [
    [x, top],
    [x, bottom],
  ];
}
