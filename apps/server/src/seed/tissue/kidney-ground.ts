/**
 * Paints the kidney wedge below its nuclei: walls, lumina, membranes, interstitium, tufts, vessels, capsule.
 *
 * What is smooth (depth in a wall, distance to a lumen) is computed at the nodes of a coarse grid and interpolated; grain is added per pixel.
 */
import { KIDNEY_KINDS, type KidneyKind, type KidneyLayout } from "./kidney-layout.ts";
import { capillaryAt } from "./kidney-tuft.ts";
import { cellularNoise, gradientNoise, smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { sharedTextures } from "./textures.ts";
import { CoarseField, NODE_STEP_PX, NODES, SPAN_PX, type Tile } from "./tile.ts";

/** How one stain protocol colours the parts; densities of the slide's first, second and third stain. */
export interface KidneyRecipe {
  /** Factor on the cytoplasm's first and second stain. */
  readonly nuclearWash: number;
  readonly cytoplasm: number;
  /** Basement membranes: second and third stain. */
  readonly membrane: readonly [number, number];
  /** Brush border: third stain. */
  readonly brush: number;
  /** Walls of capillary loops and mesangium: third stain. */
  readonly mesangium: number;
  /** Membrane along the lumen of a capillary loop: third stain. */
  readonly loopMembrane: number;
  /** Red cells in capillaries: second and third stain. */
  readonly erythrocyte: readonly [number, number];
}

/** Look of the parts; lengths in px. */
interface PartLook {
  /** Eosin and hematoxylin of the cytoplasm. */
  readonly eosin: number;
  readonly hematoxylin: number;
  /** Grain of the cytoplasm as a share. */
  readonly grain: number;
  /** Width of the transition to the lumen. */
  readonly softness: number;
  /** How far the lumen's edge wanders. */
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

const looks = KIDNEY_KINDS.map((kind) => LOOKS[kind]);
const GLOMERULUS = KIDNEY_KINDS.indexOf("glomerulus");
const ARTERY = KIDNEY_KINDS.indexOf("artery");
const VEIN = KIDNEY_KINDS.indexOf("vein");

/** Bodies stand this far inside the line where they would touch, px: room for membrane and capillaries. */
const GAP_PX = 3.4;

/** @returns a painter of tiles; false where the tile is bare glass. */
export function kidneyGround(seed: number, layout: KidneyLayout, recipe: KidneyRecipe): (tile: Tile) => boolean {
  const noise = gradientNoise(seed + 21);
  const { grain, cloud, fibre } = sharedTextures();
  const cells = cellularNoise(seed + 22);
  const edge = new CoarseField();
  const depth = new CoarseField();
  const lumen = new CoarseField();
  const eosin = new CoarseField();
  const hematoxylin = new CoarseField();
  /** Extra of the kind: content of capillaries, gap of shrinkage. */
  const extra = new CoarseField();
  /** Share of red cells in a capillary. */
  const blood = new CoarseField();
  const fields = [edge, depth, lumen, eosin, hematoxylin, extra, blood];
  const kindAt = new Uint8Array(NODES * NODES);
  const { packing, bodies } = layout;

  function sampleNodes(tile: Tile): boolean {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const node = j * NODES + i;
        const x = tile.left + i * NODE_STEP_PX;
        const y = tile.top + j * NODE_STEP_PX;
        const inside = layout.edge(x, y);
        edge.nodes[node] = inside;
        if (inside > -12) isTissue = true;
      }
    }
    if (!isTissue) return false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const node = j * NODES + i;
        const inside = edge.nodes[node]!;
        if (inside < -40) {
          depth.nodes[node] = -20;
          lumen.nodes[node] = -50;
          eosin.nodes[node] = 0;
          hematoxylin.nodes[node] = 0;
          extra.nodes[node] = 0;
          blood.nodes[node] = 0;
          continue;
        }
        const x = tile.left + i * NODE_STEP_PX;
        const y = tile.top + j * NODE_STEP_PX;
        const px = x + layout.warpX(x, y);
        const py = y + layout.warpY(x, y);
        packing.locate(px, py);
        const below = layout.belowCapsule(x, y);
        // Loose patches, where fixation has drawn the tubules apart.
        const loose = noise(x / 900, y / 900);
        const gap = GAP_PX + 2.2 * noise(x / 60, y / 60) + Math.max(0, loose - 0.12) * 16;
        const inBody = Math.min(packing.depth - gap, (below - 46) * 0.8);
        extra.nodes[node] = loose;
        blood.nodes[node] = 0;
        depth.nodes[node] = inBody;
        if (packing.nearest < 0) {
          depth.nodes[node] = -20;
          lumen.nodes[node] = -50;
          eosin.nodes[node] = 0.3;
          hematoxylin.nodes[node] = 0.05;
          kindAt[node] = VEIN;
          continue;
        }
        const body = bodies[packing.nearest]!;
        const kind = KIDNEY_KINDS.indexOf(body.kind);
        const look = looks[kind]!;
        kindAt[node] = kind;
        const uneven = 1 + 0.1 * noise(x / 2600 + 9, y / 2600) + 0.06 * noise(x / 180, y / 180);
        if (kind === GLOMERULUS) {
          const capillary = capillaryAt(body, px, py);
          lumen.nodes[node] = capillary.inTuft;
          extra.nodes[node] = capillary.inLumen;
          blood.nodes[node] = capillary.content === 1 ? 1 : 0;
          eosin.nodes[node] = look.eosin * uneven * body.shade;
          hematoxylin.nodes[node] = look.hematoxylin * uneven;
          continue;
        }
        const wander =
          look.wander * (noise(x / 34 + body.variation, y / 34) + 0.6 * noise(x / 15, y / 15 + body.variation));
        lumen.nodes[node] = inBody - body.wall + wander;
        // Each cell a little its own, paler where two meet.
        const cell = cells(x / 58, y / 58);
        const own =
          0.94 + 0.12 * (cell.cell >>> 24) * (1 / 255) - 0.12 * smoothStep(0.1, 0, cell.second - cell.nearest);
        eosin.nodes[node] = look.eosin * uneven * body.shade * own;
        hematoxylin.nodes[node] = look.hematoxylin * uneven * body.shade;
      }
    }
    for (const field of fields) field.expand();
    return true;
  }

  function paintPixels(tile: Tile): void {
    const { first, second, third } = tile;
    for (let row = 0; row < SPAN_PX; row++) {
      const y = tile.top + row;
      const nodeRow = ((row + 2) >> 2) * NODES;
      const grainRow = (y & TEXTURE_MASK) << TEXTURE_SHIFT;
      const cloudRow = ((y + (y >> 2)) & TEXTURE_MASK) << TEXTURE_SHIFT;
      let at = row * SPAN_PX;
      for (let column = 0; column < SPAN_PX; column++, at++) {
        const x = tile.left + column;
        const fine = grain[grainRow + ((x + (y >> 9) * 173) & TEXTURE_MASK)]!;
        const inside = edge.pixels[at]! + 1.6 * fine;
        if (inside <= -1.5) continue;
        const soft = cloud[cloudRow + ((x + (x >> 3)) & TEXTURE_MASK)]!;
        const d = depth.pixels[at]!;
        const kind = kindAt[nodeRow + ((column + 2) >> 2)]!;
        let e = 0;
        let h = 0;
        let t = 0;
        if (d <= 0) {
          // Interstitium: pale, loose, with clear slits of capillaries where there is room.
          const strand = fibre[grainRow + ((x + y) & TEXTURE_MASK)]!;
          const open = smoothStep(1.5, 5.5, -d + 1.6 * soft + 0.5 * fine);
          e = (0.3 + 0.07 * strand) * (1 - 0.86 * open) + 0.015;
          h = 0.07 * (1 - open);
          t = recipe.membrane[1] * 0.25 * (1 - open);
        } else {
          const look = looks[kind]!;
          e = eosin.pixels[at]!;
          h = hematoxylin.pixels[at]!;
          if (kind === GLOMERULUS) {
            const inTuft = lumen.pixels[at]!;
            const inTuftCover = smoothStep(-2, 2, inTuft + 0.3 * fine);
            const inLumen = extra.pixels[at]!;
            const open = smoothStep(-2, 2.4, inLumen + 0.35 * fine);
            const red = blood.pixels[at]!;
            const content = red * recipe.erythrocyte[0] + (1 - red) * 0.03;
            // The loop's own membrane, along its lumen.
            const wall = recipe.loopMembrane / (1 + (inLumen + 2) * (inLumen + 2) * 0.12);
            e = (e * (1 + 0.2 * fine + 0.12 * soft) * (1 - open) + content * open) * inTuftCover;
            h = h * (1 + 0.25 * fine) * (1 - open) * inTuftCover;
            const filled = red * recipe.erythrocyte[1] * (1 + 0.22 * soft + 0.15 * fine) * open;
            t = (filled + recipe.mesangium * (1 + 0.2 * soft) * (1 - open) + wall) * inTuftCover;
            e += 0.012 + 0.006 * soft;
          } else {
            const inLumen = lumen.pixels[at]! + look.softness * 0.22 * fine;
            const open = smoothStep(-look.softness, look.softness * 0.6, inLumen);
            e *= 1 + look.grain * fine + 0.08 * soft;
            h *= 1 + 0.25 * fine;
            if (look.hasBrush) {
              // Basal striation, and the brush border's pale fuzz.
              const brush = smoothStep(-16, -5, inLumen) * (1 - open);
              e *= 1 - 0.16 * brush;
              t += recipe.brush * brush;
              e = e * (1 - open) + open * (0.045 + 0.05 * smoothStep(0.3, 1.6, soft + 0.5 * fine));
            } else {
              e = e * (1 - open) + open * 0.012;
            }
            h *= 1 - open;
            if (kind === ARTERY) {
              const ring =
                fibre[((Math.round(d * 1.6) & TEXTURE_MASK) << TEXTURE_SHIFT) + (((x - y) >> 2) & TEXTURE_MASK)]!;
              e *= 1 + 0.16 * ring;
              const elastic = inLumen + 5 + 2 * soft;
              e += (0.22 / (1 + elastic * elastic * 0.6)) * (1 - open);
              t += recipe.membrane[1] * 0.3 * (1 - open);
            }
          }
        }
        // The membrane around each body.
        const fromMembrane = d - 0.6;
        const membrane = 1 / (1 + fromMembrane * fromMembrane * 0.55);
        if (membrane > 0.06) {
          e += recipe.membrane[0] * membrane;
          t += recipe.membrane[1] * membrane;
        }
        const cover = smoothStep(-1.5, 2.5, inside);
        first[at] = h * recipe.nuclearWash * cover;
        second[at] = e * recipe.cytoplasm * cover;
        third[at] = t * cover;
      }
    }
  }

  /** The capsule: fibres along the upper edge. */
  function paintCapsule(tile: Tile): void {
    const middle = layout.belowCapsule(tile.left + SPAN_PX / 2, tile.top + SPAN_PX / 2);
    if (middle < -140 || middle > 220) return;
    for (let row = 0; row < SPAN_PX; row++) {
      const y = tile.top + row;
      let at = row * SPAN_PX;
      for (let column = 0; column < SPAN_PX; column++, at++) {
        const x = tile.left + column;
        const inside = edge.pixels[at]!;
        if (inside < -1) continue;
        const below = layout.belowCapsule(x, y);
        if (below > 62) continue;
        const band =
          fibre[
            ((Math.round(below * 1.5 + 5 * noise(x / 50, y / 50)) & TEXTURE_MASK) << TEXTURE_SHIFT) +
              ((x >> 2) & TEXTURE_MASK)
          ]!;
        const cover = smoothStep(62, 50, below) * smoothStep(-1, 2, inside);
        tile.first[at] = tile.first[at]! * (1 - cover) + 0.05 * cover;
        tile.second[at] = tile.second[at]! * (1 - cover) + Math.max(0.05, 0.42 + 0.2 * band) * recipe.cytoplasm * cover;
        tile.third[at] = tile.third[at]! * (1 - cover) + recipe.membrane[1] * 0.4 * cover;
      }
    }
  }

  return (tile) => {
    if (!sampleNodes(tile)) return false;
    paintPixels(tile);
    paintCapsule(tile);
    return true;
  };
}
