/** What the page and a worker that paints tiles otherwise say to each other. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import type { ForgetOrder } from "../channels/worker-hands.ts";
import type { TileCut } from "../tiles/load-tile.ts";

/** How pictures are painted: their stains first, then the colours of what came out. */
export interface PaintLook {
  /** null: the slide's own light. */
  readonly stains: StainSettings | null;
  readonly colour: ColourAdjustment;
}

export interface PaintOrder {
  readonly kind: "paint";
  readonly id: number;
  /** Of the tile, among all that the worker holds. */
  readonly key: string;
  /** As it came over the network, to be held; as it was put together, not to be held; null: the worker has its pixels. */
  readonly tile: Blob | ImageBitmap | null;
  readonly cut: TileCut;
  /** Size of the picture that is wanted, px; beyond the slide it is transparent. */
  readonly width: number;
  readonly height: number;
  readonly look: PaintLook;
}

export type PainterOrder = PaintOrder | ForgetOrder;

export type PainterNews =
  | { readonly kind: "picture"; readonly id: number; readonly picture: ImageBitmap }
  /** The pixels are not held. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
