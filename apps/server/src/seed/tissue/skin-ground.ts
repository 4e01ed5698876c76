/**
 * Paints the skin below its nuclei: horn layer, epithelium with its cell borders, collagen, glands, hair, vessels, fat.
 */
import { cellularNoise, gradientNoise, smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import type { SkinCells } from "./skin-cells.ts";
import { SKIN_KINDS, type SkinLayout } from "./skin-layout.ts";
import { sharedTextures } from "./textures.ts";
import { CoarseField, NODE_STEP_PX, NODES, SPAN_PX, type Tile } from "./tile.ts";

const HAIR_FOLLICLE = SKIN_KINDS.indexOf("hair-follicle");
const HAIR_BULB = SKIN_KINDS.indexOf("hair-bulb");
const SEBACEOUS = SKIN_KINDS.indexOf("sebaceous-gland");
const VESSEL = SKIN_KINDS.indexOf("vessel");
const DUCT = SKIN_KINDS.indexOf("sweat-duct");
const NONE = 255;

/** Fat cells are about this wide, px (60 µm). */
const FAT_CELL_PX = 250;

/** @returns a painter of tiles; false where the tile is bare glass. */
export function skinGround(seed: number, layout: SkinLayout, { epithelium }: SkinCells): (tile: Tile) => boolean {
  const noise = gradientNoise(seed + 31);
  const { grain, cloud, fibre } = sharedTextures();
  const fat = cellularNoise(seed + 32);
  const edge = new CoarseField();
  const surface = new CoarseField();
  const junction = new CoarseField();
  const dermis = new CoarseField();
  const across = new CoarseField();
  /** Slits between collagen bundles: white where this is near 0. */
  const bundle = new CoarseField();
  /** Thickness and colour of bundles, and looseness. */
  const tone = new CoarseField();
  const depth = new CoarseField();
  const lumen = new CoarseField();
  const border = new CoarseField();
  const fields = [edge, surface, junction, dermis, across, bundle, tone, depth, lumen, border];
  const kindAt = new Uint8Array(NODES * NODES);
  const { packing, bodies } = layout;

  function sampleNodes(tile: Tile): boolean {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const inside = layout.edge(tile.left + i * NODE_STEP_PX, tile.top + j * NODE_STEP_PX);
        edge.nodes[j * NODES + i] = inside;
        if (inside > -8) isTissue = true;
      }
    }
    if (!isTissue) return false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const node = j * NODES + i;
        const x = tile.left + i * NODE_STEP_PX;
        const y = tile.top + j * NODE_STEP_PX;
        const below = layout.belowJunction(x, y);
        const inFat = layout.belowDermis(x, y);
        surface.nodes[node] = layout.belowSurface(x, y);
        junction.nodes[node] = below;
        packing.locate(x, y);
        const inBody = packing.nearest < 0 ? -50 : packing.depth - 3;
        depth.nodes[node] = inBody;
        kindAt[node] = NONE;
        lumen.nodes[node] = -50;
        border.nodes[node] = 20;
        if (packing.nearest >= 0) {
          const body = bodies[packing.nearest]!;
          kindAt[node] = SKIN_KINDS.indexOf(body.kind);
          lumen.nodes[node] = inBody - body.wall + 3.5 * noise(x / 22 + body.variation, y / 22);
        }
        if ((below < 6 && surface.nodes[node]! > -8) || inBody > -6) {
          epithelium.locate(x, y);
          border.nodes[node] = epithelium.nearest < 0 ? 20 : epithelium.depth;
        }
        if (inFat > -8) {
          const cell = fat(
            (x + 50 * noise(x / 300, y / 300)) / FAT_CELL_PX,
            (y + 50 * noise(y / 300, x / 300)) / FAT_CELL_PX,
          );
          dermis.nodes[node] = inFat;
          bundle.nodes[node] = (cell.second - cell.nearest) * FAT_CELL_PX * 0.5;
          across.nodes[node] = 0;
          tone.nodes[node] = 0;
          continue;
        }
        dermis.nodes[node] = inFat;
        const v = layout.acrossFibres(x, y);
        across.nodes[node] = v;
        bundle.nodes[node] = noise(x / 300, v / 62) + 0.5 * noise(x / 130 + 40, v / 27 + 7);
        tone.nodes[node] = noise(x / 380 + 9, v / 70) + 0.5 * noise(x / 1500, y / 1100);
      }
    }
    for (const field of fields) field.expand();
    return true;
  }

  return (tile) => {
    if (!sampleNodes(tile)) return false;
    const { first, second, third } = tile;
    for (let row = 0; row < SPAN_PX; row++) {
      const y = tile.top + row;
      const nodeRow = ((row + 2) >> 2) * NODES;
      const textureRow = (y & TEXTURE_MASK) << TEXTURE_SHIFT;
      for (let column = 0, at = row * SPAN_PX; column < SPAN_PX; column++, at++) {
        const x = tile.left + column;
        const fine = grain[textureRow + ((x + (y >> 9) * 173) & TEXTURE_MASK)]!;
        const inside = edge.pixels[at]! + 1.4 * fine;
        if (inside < -1.5) continue;
        const soft = cloud[textureRow + ((x + (x >> 3)) & TEXTURE_MASK)]!;
        const below = surface.pixels[at]!;
        const underEpidermis = junction.pixels[at]!;
        const inBody = depth.pixels[at]!;
        const kind = kindAt[nodeRow + ((column + 2) >> 2)]!;
        const inFat = dermis.pixels[at]!;
        let h = 0;
        let e = 0;
        let o = 0;

        // Dermis or fat first, then the structures in it.
        if (inFat > 0) {
          const wall = 3.2 + 1.3 * soft;
          const distance = bundle.pixels[at]!;
          const line = smoothStep(wall + 1.6, wall - 1.4, distance);
          e = 0.012 + line * (0.3 + 0.06 * fine);
          h = line * 0.05;
        } else {
          const v = across.pixels[at]!;
          const strand =
            fibre[((Math.round(v * 1.3) & TEXTURE_MASK) << TEXTURE_SHIFT) + (((x * 5) >> 4) & TEXTURE_MASK)]!;
          const papillary = smoothStep(330, 120, underEpidermis);
          const toneHere = tone.pixels[at]!;
          const slit = Math.abs(bundle.pixels[at]! + 0.06 * strand) - 0.045 - 0.06 * toneHere;
          const open = smoothStep(0.06, 0, slit) * (1 - 0.55 * papillary);
          const reticular = 0.36 + 0.13 * toneHere + 0.06 * strand + 0.02 * fine;
          const loose = 0.21 + 0.05 * toneHere + 0.085 * strand + 0.035 * fine + 0.025 * soft;
          e = Math.max(0.03, reticular + (loose - reticular) * papillary) * (1 - open) + 0.012 * open;
          h = 0.035 * (1 - open) + 0.03 * papillary;
        }

        if (inBody > -5 && kind !== NONE && below > 20) {
          const cover = smoothStep(-1.5, 1.5, inBody);
          const inLumen = lumen.pixels[at]!;
          const cellBorder = border.pixels[at]!;
          let bodyE = 0.33 + 0.04 * fine + 0.03 * soft;
          let bodyH = 0.15 + 0.03 * fine;
          let bodyO = 0;
          if (kind === SEBACEOUS) {
            // Foam: lipid droplets, dissolved; darker small cells along the rim.
            const rim = smoothStep(32, 10, inBody + 5 * soft);
            const foam = smoothStep(-0.9, 0.5, fine) * (1 - rim);
            const line = smoothStep(3.5, 1, cellBorder);
            bodyE = (0.24 + 0.05 * rim) * (1 - 0.6 * foam) + 0.12 * line;
            bodyH = (0.08 + 0.1 * rim) * (1 - 0.6 * foam) + 0.04 * line;
          } else if (kind === HAIR_FOLLICLE) {
            const inner = smoothStep(88, 96, inBody);
            const shaft = smoothStep(-2, 2, inLumen);
            const gap = smoothStep(5, 1, Math.abs(inLumen + 6));
            const line = smoothStep(2.4, 0.6, cellBorder) * (1 - inner);
            bodyE = (0.3 + 0.04 * fine) * (1 - 0.4 * line) * (1 - 0.75 * inner);
            bodyH = (0.22 + 0.04 * fine) * (1 - 0.5 * line) * (1 - 0.7 * inner);
            bodyO = inner * (0.42 + 0.05 * fine) * (1 - shaft) + shaft * (0.62 + 0.12 * soft + 0.06 * fine);
            bodyH += shaft * 0.25;
            const empty = 1 - 0.85 * gap;
            bodyE *= empty;
            bodyO *= empty;
            bodyH *= empty;
          } else if (kind === HAIR_BULB) {
            const line = smoothStep(2.2, 0.6, cellBorder);
            bodyE = 0.26 * (1 - 0.4 * line);
            bodyH = (0.27 + 0.04 * fine + 0.03 * soft) * (1 - 0.4 * line);
          } else if (kind === VESSEL) {
            const open = smoothStep(-2, 2, inLumen);
            const hasBlood = smoothStep(0.1, 0.5, soft) * open;
            bodyE = (0.42 + 0.06 * fine) * (1 - open) + 0.015 * open;
            bodyH = 0.08 * (1 - open);
            bodyO = hasBlood * (0.4 + 0.08 * fine);
          } else {
            const open = smoothStep(-3, 3, inLumen + 0.8 * fine);
            const line = smoothStep(2.4, 0.6, cellBorder);
            const isDuct = kind === DUCT;
            bodyE = ((isDuct ? 0.36 : 0.25) + 0.035 * fine + 0.03 * soft) * (1 + 0.25 * line) * (1 - open);
            bodyH = ((isDuct ? 0.17 : 0.1) + 0.02 * fine) * (1 - open);
            const cuticle = inLumen + 3;
            if (isDuct) bodyE += 0.22 / (1 + cuticle * cuticle * 0.15);
          }
          const membrane = 0.1 / (1 + (inBody - 0.5) * (inBody - 0.5) * 0.4);
          e += (bodyE + membrane - e) * cover;
          h += (bodyH - h) * cover;
          o += bodyO * cover;
        }

        // Epidermis over all, and the horn layer on it.
        if (underEpidermis < 3 && below > -4 && !(kind === HAIR_FOLLICLE && inBody > 12)) {
          const cover = smoothStep(1.6, -1.6, underEpidermis);
          const line = smoothStep(2.6, 0.5, border.pixels[at]! + 0.35 * fine);
          const basal = smoothStep(-60, -14, underEpidermis);
          const granules = smoothStep(60, 12, below) * smoothStep(0.2, 1.4, fine);
          const cellE = (0.31 + 0.03 * soft + 0.025 * fine - 0.05 * basal) * (1 - 0.45 * line);
          const cellH = (0.14 + 0.12 * basal + 0.02 * fine) * (1 - 0.5 * line) + 0.55 * granules;
          e += (cellE - e) * cover;
          h += (cellH - h) * cover;
          o *= 1 - cover;
        }
        if (below < 6) {
          const cover = smoothStep(4, -4, below + 2 * soft);
          // Basket weave: wavy lamellae with clefts, closer towards the living cells.
          const v = below + 12 * noise(x / 90, y / 60) + 5 * noise(x / 34, y / 30);
          const lamella = noise(x / 210, v / 7.5) + 0.4 * noise(x / 70 + 31, v / 4.2);
          const cleft = smoothStep(0.02, 0.3, lamella + 0.0035 * (-below - 45));
          const dense = smoothStep(-30, -6, below);
          const amount = (0.5 + 0.12 * soft + 0.05 * fine) * (1 - 0.97 * cleft * (1 - dense));
          e += (amount * 0.35 - e) * cover;
          h += (amount * 0.09 - h) * cover;
          o += (amount * 0.6 - o) * cover;
        }
        const cover = smoothStep(-1.5, 2, inside);
        first[at] = h * cover;
        second[at] = e * cover;
        third[at] = o * cover;
      }
    }
    return true;
  };
}
