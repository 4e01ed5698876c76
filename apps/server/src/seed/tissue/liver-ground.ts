/**
 * Paints the liver below its nuclei: plates of hepatocytes with their borders, sinusoids, portal tracts, vessels and ducts.
 */
import { LIVER_KINDS, type LiverLayout } from "./liver-layout.ts";
import { gradientNoise, smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { sharedTextures } from "./textures.ts";
import { CoarseField, NODE_STEP_PX, NODES, SPAN_PX, type Tile } from "./tile.ts";

const PLATE = LIVER_KINDS.indexOf("hepatocyte-plate");
const BILE_DUCT = LIVER_KINDS.indexOf("bile-duct");

/** @returns a painter of tiles; it returns false if the tile is bare glass. */
export function liverGround(seed: number, layout: LiverLayout): (tile: Tile) => boolean {
  const noise = gradientNoise(seed + 5);
  const { grain, cloud } = sharedTextures();
  const { packing, cells, bodies } = layout;
  const edge = new CoarseField();
  const depth = new CoarseField();
  const border = new CoarseField();
  const lumen = new CoarseField();
  const portal = new CoarseField();
  const zone = new CoarseField();
  const strand = new CoarseField();
  const fields = [edge, depth, border, lumen, portal, zone, strand];
  const kindAt = new Uint8Array(NODES * NODES);

  function sampleNodes(tile: Tile): boolean {
    let isTissue = false;
    for (let j = 0; j < NODES; j++) {
      for (let i = 0; i < NODES; i++) {
        const node = j * NODES + i;
        const x = tile.left + i * NODE_STEP_PX;
        const y = tile.top + j * NODE_STEP_PX;
        const inside = layout.edge(x, y);
        edge.nodes[node] = inside;
        if (inside < -30) continue;
        if (inside > -8) isTissue = true;
        const bentX = x + 12 * noise(x / 110, y / 110) + 4 * noise(x / 34, y / 34);
        const bentY = y + 12 * noise(x / 110 + 50, y / 110) + 4 * noise(x / 34, y / 34 + 50);
        packing.locate(bentX, bentY);
        const found = packing.nearest;
        const body = found < 0 ? undefined : bodies[found]!;
        const kind = body ? LIVER_KINDS.indexOf(body.kind) : PLATE;
        kindAt[node] = kind;
        // Sinusoids are wider around the central vein.
        const inZone = layout.zone(x, y);
        const slit = kind === PLATE ? 3.2 + 4.6 * (1 - inZone) + 3.6 * noise(x / 75, y / 75) : 1;
        depth.nodes[node] = found < 0 ? -12 : packing.depth - slit;
        lumen.nodes[node] = body ? packing.depth - body.wall + 3 * noise(x / 20, y / 20) : -50;
        cells.locate(bentX, bentY);
        border.nodes[node] = cells.depth;
        portal.nodes[node] = layout.portal(x, y);
        zone.nodes[node] = inZone + 0.12 * noise(x / 500, y / 500);
        strand.nodes[node] = noise(x / 90 + noise(x / 200, y / 200) * 2, y / 17) + 0.6 * noise(x / 15, y / 80 + 9);
      }
    }
    if (!isTissue) return false;
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
        const kind = kindAt[nodeRow + ((column + 2) >> 2)]!;
        const inBody = depth.pixels[at]!;
        const inPortal = smoothStep(-3, 3, portal.pixels[at]!);
        let h = 0;
        let e = 0;
        let o = 0;
        if (kind === PLATE) {
          const cover = smoothStep(-2.2, 2.2, inBody + 0.5 * fine) * (1 - inPortal);
          const line = smoothStep(2.6, 0.4, border.pixels[at]! + 0.4 * fine);
          const centrilobular = 1 - zone.pixels[at]!;
          const cytoplasm = (0.33 + 0.1 * centrilobular) * (1 + 0.17 * fine + 0.11 * soft) + 0.16 * line;
          // Sinusoid: mostly empty, a thin lining, red cells here and there.
          const blood = smoothStep(0.2, 1.5, soft) * (1 - inPortal);
          const stroma = Math.max(0.04, 0.3 + 0.12 * strand.pixels[at]! + 0.03 * fine) * inPortal;
          const lining = 0.14 / (1 + (inBody + 1) * (inBody + 1) * 0.3);
          e = cytoplasm * cover + (stroma + (0.02 + lining) * (1 - inPortal)) * (1 - cover);
          h = (0.12 + 0.05 * fine) * cover + 0.04 * inPortal * (1 - cover);
          o = 0.36 * blood * (1 - cover) * smoothStep(0, -5, inBody);
        } else {
          const cover = smoothStep(-1.5, 1.5, inBody);
          const open = smoothStep(-2.2, 2.2, lumen.pixels[at]! + 0.5 * fine);
          const around = 0.02 + Math.max(0.04, 0.3 + 0.12 * strand.pixels[at]! + 0.03 * fine) * inPortal;
          const isDuct = kind === BILE_DUCT;
          const wallE = (isDuct ? 0.27 : 0.4) + 0.04 * fine + 0.03 * soft;
          const blood = isDuct ? 0 : smoothStep(0.2, 0.9, soft) * open;
          e = around * (1 - cover) + (wallE * (1 - open) + 0.014 * open) * cover;
          h = 0.04 * inPortal * (1 - cover) + (isDuct ? 0.13 : 0.07) * (1 - open) * cover;
          o = blood * cover * (0.36 + 0.07 * fine);
        }
        const cover = smoothStep(-1.5, 2, inside);
        first[at] = Math.max(0, h) * cover;
        second[at] = e * cover;
        third[at] = o * cover;
      }
    }
    return true;
  };
}
