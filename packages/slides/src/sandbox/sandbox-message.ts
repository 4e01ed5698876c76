/**
 * What a sandboxed process tells its parent. `started` comes first, then `progress` any number of times, then one of the others.
 */
import type { SlideFileError } from "../slide-source.ts";

export type SandboxMessage =
  | { readonly kind: "started" }
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "done"; readonly answer: unknown }
  | {
      readonly kind: "refused";
      readonly reason: SlideFileError["reason"];
      readonly message: string;
      /** What the decoder said; for the log, never for a person. */
      readonly cause: string;
    }
  | { readonly kind: "failed"; readonly message: string };
