/** What a decoding thread and the thread that uses it say to each other. */
import type { SlideFileError } from "../slide-source.ts";
import type { DecodedSamples, SampleCodec, StoredColours } from "./decode-samples.ts";

export interface DecodingOrder {
  readonly codec: SampleCodec;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly colours: StoredColours;
  readonly mostPx: number;
}

/** Of a failure only what survives the way between threads. */
export type DecodingAnswer =
  | { readonly kind: "done"; readonly decoded: DecodedSamples }
  | { readonly kind: "refused"; readonly reason: SlideFileError["reason"]; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };
