/** Messages between the page and a compositor's worker. */
import type { TileCut } from "../tiles/load-tile.ts";
import type { ChannelChoice } from "./channel-choice.ts";
import type { ForgetOrder } from "./worker-hands.ts";

/** One channel of a tile. */
export interface PartOrder {
  /** Key of its samples in the worker's cache. */
  readonly key: string;
  /** Bytes as received from the network; null: the worker has the samples. */
  readonly blob: Blob | null;
  readonly choice: Pick<ChannelChoice, "colour" | "window" | "gamma">;
}

export type CompositorOrder =
  | {
      readonly kind: "compose";
      readonly id: number;
      readonly sampleBits: 8 | 16;
      readonly cut: TileCut;
      /** Size of the requested image, px; transparent beyond the slide. */
      readonly width: number;
      readonly height: number;
      readonly parts: readonly PartOrder[];
    }
  | {
      readonly kind: "count";
      readonly id: number;
      readonly sampleBits: 8 | 16;
      /** Keys of samples that the worker has; others are ignored. */
      readonly keys: readonly string[];
    }
  | ForgetOrder;

export type CompositorNews =
  | { readonly kind: "picture"; readonly id: number; readonly picture: ImageBitmap }
  /** Number of occurrences of each sample value. */
  | { readonly kind: "counts"; readonly id: number; readonly counts: Uint32Array }
  /** The samples of the order's new parts are missing. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
