/** What the page and a compositor's worker say to each other. */
import type { TileCut } from "../tiles/load-tile.ts";
import type { ChannelChoice } from "./channel-choice.ts";
import type { ForgetOrder } from "./worker-hands.ts";

/** One channel of a tile. */
export interface PartOrder {
  /** Of its samples, among all that the worker holds. */
  readonly key: string;
  /** As it came over the network; null: the worker has the samples. */
  readonly blob: Blob | null;
  readonly choice: Pick<ChannelChoice, "colour" | "window" | "gamma">;
}

export type CompositorOrder =
  | {
      readonly kind: "compose";
      readonly id: number;
      readonly sampleBits: 8 | 16;
      readonly cut: TileCut;
      /** Size of the picture that is wanted, px; beyond the cut it is transparent. */
      readonly width: number;
      readonly height: number;
      readonly parts: readonly PartOrder[];
    }
  | {
      readonly kind: "count";
      readonly id: number;
      readonly sampleBits: 8 | 16;
      /** Of samples that the worker has; others are left out. */
      readonly keys: readonly string[];
    }
  | ForgetOrder;

export type CompositorNews =
  | { readonly kind: "picture"; readonly id: number; readonly picture: ImageBitmap }
  /** How often each sample occurs. */
  | { readonly kind: "counts"; readonly id: number; readonly counts: Uint32Array }
  /** The samples of the order's new parts are not held. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
