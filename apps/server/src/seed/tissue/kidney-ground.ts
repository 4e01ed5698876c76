/**
 * Paints the kidney wedge below its nuclei: walls, lumina, membranes, interstitium, tufts, vessels, capsule.
 *
 * Smooth quantities are interpolated between the nodes of a coarse grid (kidney-fields.ts); grain is added per pixel.
 */
import { ARTERY, GLOMERULUS, KIDNEY_LOOKS, KidneyFields, type PartLook } from "./kidney-fields.ts";
import type { KidneyLayout } from "./kidney-layout.ts";
import { smoothStep, TEXTURE_MASK, TEXTURE_SHIFT } from "./noise.ts";
import { sharedTextures } from "./textures.ts";
import { NODES, SPAN_PX, type Tile } from "./tile.ts";

/** Colours of the parts in one stain protocol; densities of the slide's first, second and third stain. */
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

/** State of the pixel being painted; the object is reused for each pixel. */
class Pixel {
  /** Index in the planes and fields of the tile. */
  at = 0;
  x = 0;
  y = 0;
  /** Start of the pixel's row in a texture. */
  grainRow = 0;
  /** Fine grain, and slow variation. */
  fine = 0;
  soft = 0;
  /** Depth in the wall of a body; 0 or less: between bodies. */
  depth = 0;
  kind = 0;
  eosin = 0;
  hematoxylin = 0;
  /** Third stain. */
  third = 0;
}

/** @returns a painter of tiles; it returns false if the tile is bare glass. */
export function kidneyGround(seed: number, layout: KidneyLayout, recipe: KidneyRecipe): (tile: Tile) => boolean {
  const fields = new KidneyFields(seed, layout);
  const painter = new KidneyPainter(fields, layout, recipe);
  return (tile) => {
    if (!fields.sample(tile)) return false;
    painter.paintTissue(tile);
    painter.paintCapsule(tile);
    return true;
  };
}

class KidneyPainter {
  private readonly pixel = new Pixel();
  private readonly textures = sharedTextures();
  private readonly fields: KidneyFields;
  private readonly layout: KidneyLayout;
  private readonly recipe: KidneyRecipe;

  constructor(fields: KidneyFields, layout: KidneyLayout, recipe: KidneyRecipe) {
    this.fields = fields;
    this.layout = layout;
    this.recipe = recipe;
  }

  paintTissue(tile: Tile): void {
    const { pixel, recipe } = this;
    const { grain, cloud } = this.textures;
    const { edge, depth, kindAt } = this.fields;
    const { first, second, third } = tile;
    for (let row = 0; row < SPAN_PX; row++) {
      const y = tile.top + row;
      const nodeRow = ((row + 2) >> 2) * NODES;
      const grainRow = (y & TEXTURE_MASK) << TEXTURE_SHIFT;
      const cloudRow = ((y + (y >> 2)) & TEXTURE_MASK) << TEXTURE_SHIFT;
      pixel.y = y;
      pixel.grainRow = grainRow;
      let at = row * SPAN_PX;
      for (let column = 0; column < SPAN_PX; column++, at++) {
        const x = tile.left + column;
        const fine = grain[grainRow + ((x + (y >> 9) * 173) & TEXTURE_MASK)]!;
        const inside = edge.pixels[at]! + 1.6 * fine;
        if (inside <= -1.5) continue;
        pixel.at = at;
        pixel.x = x;
        pixel.fine = fine;
        pixel.soft = cloud[cloudRow + ((x + (x >> 3)) & TEXTURE_MASK)]!;
        pixel.depth = depth.pixels[at]!;
        pixel.kind = kindAt[nodeRow + ((column + 2) >> 2)]!;
        if (pixel.depth <= 0) this.paintInterstitium();
        else if (pixel.kind === GLOMERULUS) this.paintTuft();
        else this.paintWall(KIDNEY_LOOKS[pixel.kind]!);
        this.addBasementMembrane();
        const cover = smoothStep(-1.5, 2.5, inside);
        first[at] = pixel.hematoxylin * recipe.nuclearWash * cover;
        second[at] = pixel.eosin * recipe.cytoplasm * cover;
        third[at] = pixel.third * cover;
      }
    }
  }

  /** Interstitium: pale, loose, with clear slits of capillaries where there is room. */
  private paintInterstitium(): void {
    const { pixel, recipe } = this;
    const { x, y, fine, soft, depth, grainRow } = pixel;
    const strand = this.textures.fibre[grainRow + ((x + y) & TEXTURE_MASK)]!;
    const open = smoothStep(1.5, 5.5, -depth + 1.6 * soft + 0.5 * fine);
    pixel.eosin = (0.3 + 0.07 * strand) * (1 - 0.86 * open) + 0.015;
    pixel.hematoxylin = 0.07 * (1 - open);
    pixel.third = recipe.membrane[1] * 0.25 * (1 - open);
  }

  /** Glomerulus: capillary loops in Bowman's space. */
  private paintTuft(): void {
    const { pixel, recipe, fields } = this;
    const { at, fine, soft } = pixel;
    const inTuft = fields.lumen.pixels[at]!;
    const inTuftCover = smoothStep(-2, 2, inTuft + 0.3 * fine);
    const inLumen = fields.extra.pixels[at]!;
    const open = smoothStep(-2, 2.4, inLumen + 0.35 * fine);
    const red = fields.blood.pixels[at]!;
    const content = red * recipe.erythrocyte[0] + (1 - red) * 0.03;
    // The loop's own membrane, along its lumen.
    const wall = recipe.loopMembrane / (1 + (inLumen + 2) * (inLumen + 2) * 0.12);
    const eosin = fields.eosin.pixels[at]!;
    pixel.eosin = (eosin * (1 + 0.2 * fine + 0.12 * soft) * (1 - open) + content * open) * inTuftCover;
    pixel.hematoxylin = fields.hematoxylin.pixels[at]! * (1 + 0.25 * fine) * (1 - open) * inTuftCover;
    const filled = red * recipe.erythrocyte[1] * (1 + 0.22 * soft + 0.15 * fine) * open;
    pixel.third = (filled + recipe.mesangium * (1 + 0.2 * soft) * (1 - open) + wall) * inTuftCover;
    pixel.eosin += 0.012 + 0.006 * soft;
  }

  /** Wall and lumen of a tubule or vessel. */
  private paintWall(look: PartLook): void {
    const { pixel, recipe, fields } = this;
    const { at, fine, soft } = pixel;
    const inLumen = fields.lumen.pixels[at]! + look.softness * 0.22 * fine;
    const open = smoothStep(-look.softness, look.softness * 0.6, inLumen);
    pixel.eosin = fields.eosin.pixels[at]! * (1 + look.grain * fine + 0.08 * soft);
    pixel.hematoxylin = fields.hematoxylin.pixels[at]! * (1 + 0.25 * fine);
    pixel.third = 0;
    if (look.hasBrush) {
      // Basal striation, and the brush border's pale fuzz.
      const brush = smoothStep(-16, -5, inLumen) * (1 - open);
      pixel.eosin *= 1 - 0.16 * brush;
      pixel.third += recipe.brush * brush;
      pixel.eosin = pixel.eosin * (1 - open) + open * (0.045 + 0.05 * smoothStep(0.3, 1.6, soft + 0.5 * fine));
    } else {
      pixel.eosin = pixel.eosin * (1 - open) + open * 0.012;
    }
    pixel.hematoxylin *= 1 - open;
    if (pixel.kind === ARTERY) this.addMuscle(inLumen, open);
  }

  /** Smooth muscle in rings, and the elastic lamina along the lumen of an artery. */
  private addMuscle(inLumen: number, open: number): void {
    const { pixel, recipe } = this;
    const { x, y, soft, depth } = pixel;
    const { fibre } = this.textures;
    const ring = fibre[((Math.round(depth * 1.6) & TEXTURE_MASK) << TEXTURE_SHIFT) + (((x - y) >> 2) & TEXTURE_MASK)]!;
    pixel.eosin *= 1 + 0.16 * ring;
    const elastic = inLumen + 5 + 2 * soft;
    pixel.eosin += (0.22 / (1 + elastic * elastic * 0.6)) * (1 - open);
    pixel.third += recipe.membrane[1] * 0.3 * (1 - open);
  }

  /** The membrane around each body. */
  private addBasementMembrane(): void {
    const { pixel, recipe } = this;
    const fromMembrane = pixel.depth - 0.6;
    const membrane = 1 / (1 + fromMembrane * fromMembrane * 0.55);
    if (membrane <= 0.06) return;
    pixel.eosin += recipe.membrane[0] * membrane;
    pixel.third += recipe.membrane[1] * membrane;
  }

  /** The capsule: fibres along the upper edge. */
  paintCapsule(tile: Tile): void {
    const { layout, recipe } = this;
    const { edge, noise } = this.fields;
    const { fibre } = this.textures;
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
}
