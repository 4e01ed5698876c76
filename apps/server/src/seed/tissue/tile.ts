/**
 * The square on which a scene is painted: three planes of stain density, and coarse fields from which smooth quantities
 * are interpolated.
 *
 * A tile has a position in a fixed grid of the slide and has a margin, so that softening at its border includes the
 * pixels beyond it, and the result does not depend on how the image is divided into bands.
 */

/** Side of the visible part of a tile, in px. */
export const TILE_PX = 128;
/** Width of the painted margin, in px. */
export const MARGIN_PX = 4;
/** Side of the painted square, in px: the row stride of all planes. */
export const SPAN_PX = TILE_PX + 2 * MARGIN_PX;
/** Distance between the nodes of a coarse field, in px. */
export const NODE_STEP_PX = 4;
/** Nodes along a side of a coarse field. */
export const NODES = SPAN_PX / NODE_STEP_PX + 1;

export class Tile {
  /** Slide px of the painted square's left edge; a multiple of 4. */
  left = 0;
  /** Slide px of the painted square's upper edge; a multiple of 4. */
  top = 0;
  /** Densities of the three stains, `SPAN_PX` squared. */
  readonly first = new Float32Array(SPAN_PX * SPAN_PX);
  readonly second = new Float32Array(SPAN_PX * SPAN_PX);
  readonly third = new Float32Array(SPAN_PX * SPAN_PX);
  private readonly softened = new Float32Array(SPAN_PX * SPAN_PX);

  moveTo(column: number, row: number): void {
    this.left = column * TILE_PX - MARGIN_PX;
    this.top = row * TILE_PX - MARGIN_PX;
    this.first.fill(0);
    this.second.fill(0);
    this.third.fill(0);
  }

  /** Blur of the optics: about one pixel. */
  soften(): void {
    for (const plane of [this.first, this.second, this.third]) soften(plane, this.softened);
  }
}

/** 3 x 3 binomial filter; the outermost pixels are unchanged. */
function soften(plane: Float32Array, between: Float32Array): void {
  for (let y = 0; y < SPAN_PX; y++) {
    const start = y * SPAN_PX;
    for (let i = start + 1; i < start + SPAN_PX - 1; i++) {
      between[i] = 0.25 * plane[i - 1]! + 0.5 * plane[i]! + 0.25 * plane[i + 1]!;
    }
  }
  for (let y = 1; y < SPAN_PX - 1; y++) {
    const start = y * SPAN_PX;
    for (let i = start + 1; i < start + SPAN_PX - 1; i++) {
      plane[i] = 0.25 * between[i - SPAN_PX]! + 0.5 * between[i]! + 0.25 * between[i + SPAN_PX]!;
    }
  }
}

/** Values at the nodes of a tile; `expand` interpolates them to every pixel. */
export class CoarseField {
  readonly nodes = new Float32Array(NODES * NODES);
  /** Per px, valid after `expand`. */
  readonly pixels = new Float32Array(SPAN_PX * SPAN_PX);

  expand(): void {
    const { nodes, pixels } = this;
    for (let j = 0; j < NODES - 1; j++) {
      for (let i = 0; i < NODES - 1; i++) {
        const node = j * NODES + i;
        let left = nodes[node]!;
        let right = nodes[node + 1]!;
        const leftStep = (nodes[node + NODES]! - left) * 0.25;
        const rightStep = (nodes[node + NODES + 1]! - right) * 0.25;
        let at = j * NODE_STEP_PX * SPAN_PX + i * NODE_STEP_PX;
        for (let y = 0; y < NODE_STEP_PX; y++) {
          const step = (right - left) * 0.25;
          pixels[at] = left;
          pixels[at + 1] = left + step;
          pixels[at + 2] = left + 2 * step;
          pixels[at + 3] = left + 3 * step;
          left += leftStep;
          right += rightStep;
          at += SPAN_PX;
        }
      }
    }
  }
}
