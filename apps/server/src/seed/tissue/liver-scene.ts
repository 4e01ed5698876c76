/**
 * Liver, stained with hematoxylin and eosin.
 */
import { composeScene, insideOnly, type ScenePainting } from "./compose-scene.ts";
import { liverGround } from "./liver-ground.ts";
import { LIVER_KINDS, type LiverKind, type LiverLayout, layOutLiver } from "./liver-layout.ts";
import { ellipseRing, makeNucleus, type Nucleus, type NucleusType, nucleusStructure, paintNucleus } from "./nucleus.ts";
import { Crowd } from "./placement.ts";
import { between, seededRandom, seedOf } from "./random.ts";
import type { TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";

const KEY = "liver-he";
const WIDTH_PX = 10240;
const HEIGHT_PX = 8192;

const TYPES = {
  hepatocyte: {
    kind: "hepatocyte",
    radiusPx: [12, 16.5],
    roundness: [0.9, 1],
    density: [0.38, 0.7],
    rim: 0.34,
    clumping: 0.26,
    nucleolusShare: 0.7,
    irregularity: 0.025,
  },
  sinusoidal: {
    kind: "sinusoidal-cell",
    radiusPx: [11, 18],
    roundness: [0.26, 0.46],
    density: [0.8, 1.15],
    rim: 0.1,
    clumping: 0.18,
    nucleolusShare: 0,
    irregularity: 0.06,
  },
  biliary: {
    kind: "bile-duct-cell",
    radiusPx: [10, 13],
    roundness: [0.8, 1],
    density: [0.65, 0.95],
    rim: 0.2,
    clumping: 0.2,
    nucleolusShare: 0.1,
    irregularity: 0.03,
  },
  stromal: {
    kind: "stroma-cell",
    radiusPx: [12, 24],
    roundness: [0.2, 0.36],
    density: [0.75, 1.1],
    rim: 0.1,
    clumping: 0.18,
    nucleolusShare: 0,
    irregularity: 0.06,
  },
  lymphocyte: {
    kind: "lymphocyte",
    radiusPx: [10, 12.5],
    roundness: [0.88, 1],
    density: [0.95, 1.25],
    rim: 0.1,
    clumping: 0.26,
    nucleolusShare: 0,
    irregularity: 0.03,
  },
} as const satisfies Record<string, NucleusType>;

/** Nuclei of bile ducts: depth in the wall, and distance from one to the next, px. */
const BILIARY_HEIGHT_PX = 17;
const BILIARY_PITCH_PX = 25;

const PLATE = LIVER_KINDS.indexOf("hepatocyte-plate");
const BILE_DUCT = LIVER_KINDS.indexOf("bile-duct");

export function liverScene(scale: number): TissueScene {
  const width = Math.round(WIDTH_PX * scale);
  const height = Math.round(HEIGHT_PX * scale);
  const facts = {
    key: KEY,
    title: "Liver",
    stain: "H&E",
    width,
    height,
    pixelSizeUm: 0.25,
    objectivePower: 40,
    stains: [STAINS.hematoxylin, STAINS.eosin, STAINS.eosinOrange] as const,
  };
  return composeScene(facts, (): ScenePainting => {
    const seed = seedOf(KEY);
    const layout = layOutLiver(seed, width, height);
    const nuclei = placeLiverNuclei(seed, layout, width, height);
    return {
      paintGround: liverGround(seed, layout),
      layers: [new StampLayer<Nucleus>(width, height, nuclei, paintNucleus)],
      listStructures: () => insideOnly([...listVessels(layout), ...nuclei.map(nucleusStructure)], width, height),
      teachingMarks: markLiver(layout, nuclei, width, height),
    };
  });
}

function placeLiverNuclei(seed: number, layout: LiverLayout, width: number, height: number): Nucleus[] {
  const random = seededRandom(seed + 3);
  const { packing, bodies, edge, portal } = layout;
  const nuclei: Nucleus[] = [];
  const crowd = new Crowd(width, height, 40);
  const put = (type: NucleusType, x: number, y: number, angle: number, room: number) => {
    if (edge(x, y) < 10 || !crowd.hasRoom(x, y, room)) return;
    crowd.add(x, y);
    nuclei.push(makeNucleus(random, type, x, y, angle));
  };
  for (const [x, y] of layout.hepatocytes) {
    // Some nuclei are not in the section; some cells have two.
    const fate = random();
    const angle = random() * Math.PI;
    if (fate < 0.2) continue;
    const apart = fate > 0.9 ? 14 : 0;
    put(
      TYPES.hepatocyte,
      x + between(random, -5, 5) - Math.cos(angle) * apart,
      y + between(random, -5, 5) - Math.sin(angle) * apart,
      angle,
      20,
    );
    if (apart > 0) put(TYPES.hepatocyte, x + Math.cos(angle) * apart, y + Math.sin(angle) * apart, angle, 22);
  }
  bodies.forEach(({ kind, axis, radius }, index) => {
    if (kind !== "bile-duct") return;
    const ring = radius - BILIARY_HEIGHT_PX;
    const count = Math.round((2 * Math.PI * ring) / BILIARY_PITCH_PX);
    for (let i = 0; i < count; i++) {
      const angle = ((i + between(random, -0.2, 0.2)) / count) * 2 * Math.PI;
      const x = axis[0]! + Math.cos(angle) * ring;
      const y = axis[1]! + Math.sin(angle) * ring;
      packing.locate(x, y);
      if (packing.nearest === index && packing.depth > 8) put(TYPES.biliary, x, y, angle, 20);
    }
  });
  const darts = Math.round((width * height) / 420);
  for (let dart = 0; dart < darts; dart++) {
    const x = random() * width;
    const y = random() * height;
    const inPortal = portal(x, y);
    packing.locate(x, y);
    const depth = packing.depth;
    const kind = packing.nearest < 0 ? PLATE : LIVER_KINDS.indexOf(bodies[packing.nearest]!.kind);
    packing.locate(x + 4, y);
    const slopeX = packing.depth - depth;
    packing.locate(x, y + 4);
    const slopeY = packing.depth - depth;
    const along = Math.atan2(slopeX, -slopeY);
    if (kind !== PLATE && kind !== BILE_DUCT && depth > 2 && depth < 11) put(TYPES.sinusoidal, x, y, along, 34);
    else if (inPortal > 0 && depth < -4)
      put(random() < 0.35 ? TYPES.lymphocyte : TYPES.stromal, x, y, along + between(random, -0.3, 0.3), 29);
    else if (inPortal < -20 && kind === PLATE && depth < 3 && random() < 0.16) put(TYPES.sinusoidal, x, y, along, 24);
  }
  return nuclei;
}

function listVessels({ bodies }: LiverLayout): TissueStructure[] {
  return bodies
    .filter(({ kind }) => kind !== "hepatocyte-plate")
    .map(({ kind, axis }) => ({ kind, shape: "point", points: [[Math.round(axis[0]!), Math.round(axis[1]!)]] }));
}

const EXPLANATIONS: Partial<Record<LiverKind, readonly [title: string, content: string]>> = {
  "central-vein": ["Central vein", "The middle of the lobule: a thin wall, into which the sinusoids open."],
  "portal-vein": ["Portal vein", "The widest vessel of the portal tract, with a thin wall."],
  "hepatic-artery": ["Hepatic artery", "Small and round, with a muscular wall."],
  "bile-duct": ["Bile duct", "A ring of cuboidal cells with round nuclei."],
};

function markLiver(layout: LiverLayout, nuclei: readonly Nucleus[], width: number, height: number): TeachingMark[] {
  const marks: TeachingMark[] = [];
  const fromMiddle = (x: number, y: number) => Math.hypot(x - width / 2, y - height / 2);
  const byMiddle = layout.bodies.toSorted(
    (a, b) => fromMiddle(a.axis[0]!, a.axis[1]!) - fromMiddle(b.axis[0]!, b.axis[1]!),
  );
  for (const kind of LIVER_KINDS) {
    const explanation = EXPLANATIONS[kind];
    const body = byMiddle.find((candidate) => candidate.kind === kind);
    if (!explanation || !body) continue;
    const [title, content] = explanation;
    const points = ellipseRing(body.axis[0]!, body.axis[1]!, body.radius * 1.2, body.radius * 1.2);
    if (points.every(([x, y]) => x > 0 && y > 0 && x < width && y < height))
      marks.push({ title, content, typeName: "ellipse", points });
  }
  const hepatocyte = nuclei
    .filter(({ kind, nucleolus }) => kind === "hepatocyte" && nucleolus > 0)
    .toSorted((a, b) => fromMiddle(a.x, a.y) - fromMiddle(b.x, b.y))[0];
  if (hepatocyte) {
    marks.push({
      title: "Hepatocyte",
      content:
        "A large cell with granular eosinophilic cytoplasm and a round, central nucleus with a nucleolus; some have two nuclei.",
      typeName: "point",
      points: [[Math.round(hepatocyte.x), Math.round(hepatocyte.y)]],
    });
  }
  return marks;
}
