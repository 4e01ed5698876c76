/**
 * The smooth quantities of the kidney wedge (depth in a wall, distance to a lumen), computed at the nodes of a coarse
 * grid.
 */
import { KIDNEY_KINDS, type KidneyBody, type KidneyKind, type KidneyLayout } from "./kidney-layout.ts";
import { capillaryAt } from "./kidney-tuft.ts";
import { type CellularNoise, cellularNoise, gradientNoise, type Noise, smoothStep } from "./noise.ts";
import { CoarseField, NODE_STEP_PX, NODES, type Tile } from "./tile.ts";

/** Appearance of the parts; lengths in px. */
export interface PartLook {
  /** Eosin and hematoxylin of the cytoplasm. */
  readonly eosin: number;
  readonly hematoxylin: number;
  /** Grain of the cytoplasm as a share. */
  readonly grain: number;
  /** Width of the transition to the lumen. */
  readonly softness: number;
  /** Amplitude of the lumen edge's irregularity. */
  readonly wander: number;
  /** Brush border. */
  readonly hasBrush: boolean;
}

const LOOKS: Record<KidneyKind, PartLook> = {
  proximal: { eosin: 0.47, hematoxylin: 0.1, grain: 0.13, softness: 9, wander: 15, hasBrush: true },
  distal: { eosin: 0.36, hematoxylin: 0.1, grain: 0.1, softness: 4, wander: 5, hasBrush: false },
  collecting: { eosin: 0.3, hematoxylin: 0.08, grain: 0.09, softness: 3.5, wander: 4, hasBrush: false },
  "thick-limb": { eosin: 0.42, hematoxylin: 0.1, grain: 0.1, softness: 4, wander: 5, hasBrush: false },
  glomerulus: { eosin: 0.37, hematoxylin: 0.21, grain: 0.16, softness: 3, wander: 0, hasBrush: false },
  artery: { eosin: 0.52, hematoxylin: 0.1, grain: 0.1, softness: 3, wander: 4, hasBrush: false },
  vein: { eosin: 0.4, hematoxylin: 0.06, grain: 0.1, softness: 3, wander: 3, hasBrush: false },
};

export const KIDNEY_LOOKS = KIDNEY_KINDS.map((kind) => LOOKS[kind]);
export const GLOMERULUS = KIDNEY_KINDS.indexOf("glomerulus");
export const ARTERY = KIDNEY_KINDS.indexOf("artery");
const VEIN = KIDNEY_KINDS.indexOf("vein");

/** Inset of bodies from the line where they would touch, px: room for membrane and capillaries. */
const GAP_PX = 3.4;

export class KidneyFields {
  readonly edge = new CoarseField();
  readonly depth = new CoarseField();
  readonly lumen = new CoarseField();
  readonly eosin = new CoarseField();
  readonly hematoxylin = new CoarseField();
  /** Specific to the body type: content of capillaries, gap caused by shrinkage. */
  readonly extra = new CoarseField();
  /** Share of red cells in a capillary. */
  readonly blood = new CoarseField();
  readonly kindAt = new Uint8Array(NODES * NODES);
  readonly noise: Noise;
  private readonly cells: CellularNoise;
  private readonly layout: KidneyLayout;

  constructor(seed: number, layout: KidneyLayout) {
    this.noise = gradientNoise(seed + 21);
    this.cells = cellularNoise(seed + 22);
    this.layout = layout;
  }

  /** @returns false if the tile is bare glass. */
  sample(tile: Tile): boolean {
    if (!this.sampleEdge(tile)) return false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const node = j * NODES + i;
        if (this.edge.nodes[node]! < -40) this.setGlass(node);
        else this.sampleTissue(node, tile.left + i * NODE_STEP_PX, tile.top + j * NODE_STEP_PX);
      }
    }
    const { edge, depth, lumen, eosin, hematoxylin, extra, blood } = this;
    for (const field of [edge, depth, lumen, eosin, hematoxylin, extra, blood]) field.expand();
    return true;
  }

  /** @returns whether the tile has tissue. */
  private sampleEdge(tile: Tile): boolean {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const inside = this.layout.edge(tile.left + i * NODE_STEP_PX, tile.top + j * NODE_STEP_PX);
        this.edge.nodes[j * NODES + i] = inside;
        if (inside > -12) isTissue = true;
      }
    }
    return isTissue;
  }

  private setGlass(node: number): void {
    this.depth.nodes[node] = -20;
    this.lumen.nodes[node] = -50;
    this.eosin.nodes[node] = 0;
    this.hematoxylin.nodes[node] = 0;
    this.extra.nodes[node] = 0;
    this.blood.nodes[node] = 0;
  }

  private sampleTissue(node: number, x: number, y: number): void {
    const { layout, noise } = this;
    const { packing, bodies } = layout;
    const px = x + layout.warpX(x, y);
    const py = y + layout.warpY(x, y);
    packing.locate(px, py);
    const below = layout.belowCapsule(x, y);
    // Loose patches, where fixation has pulled the tubules apart.
    const loose = noise(x / 900, y / 900);
    const gap = GAP_PX + 2.2 * noise(x / 60, y / 60) + Math.max(0, loose - 0.12) * 16;
    const inBody = Math.min(packing.depth - gap, (below - 46) * 0.8);
    this.extra.nodes[node] = loose;
    this.blood.nodes[node] = 0;
    this.depth.nodes[node] = inBody;
    if (packing.nearest < 0) {
      this.setInterstitium(node);
      return;
    }
    const body = bodies[packing.nearest]!;
    const kind = KIDNEY_KINDS.indexOf(body.kind);
    this.kindAt[node] = kind;
    const uneven = 1 + 0.1 * noise(x / 2600 + 9, y / 2600) + 0.06 * noise(x / 180, y / 180);
    const look = KIDNEY_LOOKS[kind]!;
    if (kind === GLOMERULUS) {
      this.sampleTuft(node, body, px, py);
      this.eosin.nodes[node] = look.eosin * uneven * body.shade;
      this.hematoxylin.nodes[node] = look.hematoxylin * uneven;
      return;
    }
    const wander =
      look.wander * (noise(x / 34 + body.variation, y / 34) + 0.6 * noise(x / 15, y / 15 + body.variation));
    this.lumen.nodes[node] = inBody - body.wall + wander;
    this.eosin.nodes[node] = look.eosin * uneven * body.shade * this.shadeOfCell(x, y);
    this.hematoxylin.nodes[node] = look.hematoxylin * uneven * body.shade;
  }

  private setInterstitium(node: number): void {
    this.depth.nodes[node] = -20;
    this.lumen.nodes[node] = -50;
    this.eosin.nodes[node] = 0.3;
    this.hematoxylin.nodes[node] = 0.05;
    this.kindAt[node] = VEIN;
  }

  private sampleTuft(node: number, body: KidneyBody, px: number, py: number): void {
    const capillary = capillaryAt(body, px, py);
    this.lumen.nodes[node] = capillary.inTuft;
    this.extra.nodes[node] = capillary.inLumen;
    this.blood.nodes[node] = capillary.content === 1 ? 1 : 0;
  }

  /** Each cell differs slightly; paler where two cells meet. */
  private shadeOfCell(x: number, y: number): number {
    const cell = this.cells(x / 58, y / 58);
    return 0.94 + 0.12 * (cell.cell >>> 24) * (1 / 255) - 0.12 * smoothStep(0.1, 0, cell.second - cell.nearest);
  }
}
