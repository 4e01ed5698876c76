/** Messages between a decoding thread and its user. */
import type { SlideFileError } from "../slide-source.ts";
import type { DecodedSamples, SampleCodec, StoredColours } from "./decode-samples.ts";

export interface DecodingOrder {
  readonly codec: SampleCodec;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly colours: StoredColours;
  readonly maxPx: number;
}

/** An error is reduced to what can be sent between threads. */
export type DecodingAnswer =
  | { readonly kind: "done"; readonly decoded: DecodedSamples }
  | { readonly kind: "refused"; readonly reason: SlideFileError["reason"]; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };
