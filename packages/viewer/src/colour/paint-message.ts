/** Messages between the page and a worker that recolours tiles. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import type { ForgetOrder } from "../channels/worker-hands.ts";
import type { TileCut } from "../tiles/load-tile.ts";

/** How tiles are recoloured: first the stains, then the colour adjustment of the result. */
export interface PaintLook {
  /** null: the slide's own colours. */
  readonly stains: StainSettings | null;
  readonly colour: ColourAdjustment;
}

export interface PaintOrder {
  readonly kind: "paint";
  readonly id: number;
  /** Key of the tile in the worker's cache. */
  readonly key: string;
  /**
   * A Blob as received from the network, to be cached; an ImageBitmap composed of channels, not to be cached; null: the
   * worker has the pixels.
   */
  readonly tile: Blob | ImageBitmap | null;
  readonly cut: TileCut;
  /** Size of the requested image, px; transparent beyond the slide. */
  readonly width: number;
  readonly height: number;
  readonly look: PaintLook;
}

export type PainterOrder = PaintOrder | ForgetOrder;

export type PainterNews =
  | { readonly kind: "picture"; readonly id: number; readonly picture: ImageBitmap }
  /** The pixels are missing. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
