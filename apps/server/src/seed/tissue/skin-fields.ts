/**
 * The smooth quantities of the skin (depth below the surface, across the collagen, in glands and hair), computed at the
 * nodes of a coarse grid.
 */
import { type CellularNoise, cellularNoise, gradientNoise, type Noise } from "./noise.ts";
import type { SkinCells } from "./skin-cells.ts";
import { SKIN_KINDS, type SkinLayout } from "./skin-layout.ts";
import { CoarseField, NODE_STEP_PX, NODES, type Tile } from "./tile.ts";

/** For a point that is not in a gland, hair or vessel. */
export const NO_KIND = 255;

/** Approximate width of fat cells, px (60 µm). */
const FAT_CELL_PX = 250;

export class SkinFields {
  readonly edge = new CoarseField();
  readonly surface = new CoarseField();
  readonly junction = new CoarseField();
  readonly dermis = new CoarseField();
  readonly across = new CoarseField();
  /** Slits between collagen bundles: white where this is near 0. */
  readonly bundle = new CoarseField();
  /** Thickness and colour of bundles, and looseness. */
  readonly tone = new CoarseField();
  readonly depth = new CoarseField();
  readonly lumen = new CoarseField();
  readonly border = new CoarseField();
  readonly kindAt = new Uint8Array(NODES * NODES);
  readonly noise: Noise;
  private readonly fat: CellularNoise;
  private readonly layout: SkinLayout;
  private readonly epithelium: SkinCells["epithelium"];

  constructor(seed: number, layout: SkinLayout, { epithelium }: SkinCells) {
    this.noise = gradientNoise(seed + 31);
    this.fat = cellularNoise(seed + 32);
    this.layout = layout;
    this.epithelium = epithelium;
  }

  /** @returns false if the tile is bare glass. */
  sample(tile: Tile): boolean {
    if (!this.sampleEdge(tile)) return false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        this.sampleNode(j * NODES + i, tile.left + i * NODE_STEP_PX, tile.top + j * NODE_STEP_PX);
      }
    }
    const { edge, surface, junction, dermis, across, bundle, tone, depth, lumen, border } = this;
    for (const field of [edge, surface, junction, dermis, across, bundle, tone, depth, lumen, border]) field.expand();
    return true;
  }

  /** @returns whether the tile has tissue. */
  private sampleEdge(tile: Tile): boolean {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const inside = this.layout.edge(tile.left + i * NODE_STEP_PX, tile.top + j * NODE_STEP_PX);
        this.edge.nodes[j * NODES + i] = inside;
        if (inside > -8) isTissue = true;
      }
    }
    return isTissue;
  }

  private sampleNode(node: number, x: number, y: number): void {
    const { layout } = this;
    const inFat = layout.belowDermis(x, y);
    this.surface.nodes[node] = layout.belowSurface(x, y);
    const below = layout.belowJunction(x, y);
    this.junction.nodes[node] = below;
    this.dermis.nodes[node] = inFat;
    this.sampleBody(node, x, y, below);
    if (inFat > -8) this.sampleFat(node, x, y);
    else this.sampleCollagen(node, x, y);
  }

  /** Gland, hair or vessel, and the cell borders of an epithelium. @param below the junction of epidermis and dermis. */
  private sampleBody(node: number, x: number, y: number, below: number): void {
    const { epithelium } = this;
    const { packing, bodies } = this.layout;
    packing.locate(x, y);
    const inBody = packing.nearest < 0 ? -50 : packing.depth - 3;
    this.depth.nodes[node] = inBody;
    this.kindAt[node] = NO_KIND;
    this.lumen.nodes[node] = -50;
    this.border.nodes[node] = 20;
    if (packing.nearest >= 0) {
      const body = bodies[packing.nearest]!;
      this.kindAt[node] = SKIN_KINDS.indexOf(body.kind);
      this.lumen.nodes[node] = inBody - body.wall + 3.5 * this.noise(x / 22 + body.variation, y / 22);
    }
    if ((below < 6 && this.surface.nodes[node]! > -8) || inBody > -6) {
      epithelium.locate(x, y);
      this.border.nodes[node] = epithelium.nearest < 0 ? 20 : epithelium.depth;
    }
  }

  private sampleFat(node: number, x: number, y: number): void {
    const { noise } = this;
    const cell = this.fat(
      (x + 50 * noise(x / 300, y / 300)) / FAT_CELL_PX,
      (y + 50 * noise(y / 300, x / 300)) / FAT_CELL_PX,
    );
    this.bundle.nodes[node] = (cell.second - cell.nearest) * FAT_CELL_PX * 0.5;
    this.across.nodes[node] = 0;
    this.tone.nodes[node] = 0;
  }

  private sampleCollagen(node: number, x: number, y: number): void {
    const { noise } = this;
    const v = this.layout.acrossFibres(x, y);
    this.across.nodes[node] = v;
    this.bundle.nodes[node] = noise(x / 300, v / 62) + 0.5 * noise(x / 130 + 40, v / 27 + 7);
    this.tone.nodes[node] = noise(x / 380 + 9, v / 70) + 0.5 * noise(x / 1500, y / 1100);
  }
}
