/** Messages between the page and a worker that recolours tiles. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import type { ForgetOrder } from "../channels/worker-hands.ts";
import type { TileCut } from "../tiles/load-tile.ts";

/** How pictures are recoloured: stains first, then the colour adjustment of the result. */
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
  /** As received from the network, to be cached; composed of channels, not to be cached; null: the worker has its pixels. */
  readonly tile: Blob | ImageBitmap | null;
  readonly cut: TileCut;
  /** Size of the requested picture, px; transparent beyond the slide. */
  readonly width: number;
  readonly height: number;
  readonly look: PaintLook;
}

export type PainterOrder = PaintOrder | ForgetOrder;

export type PainterNews =
  | { readonly kind: "picture"; readonly id: number; readonly picture: ImageBitmap }
  /** The pixels are missing. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
