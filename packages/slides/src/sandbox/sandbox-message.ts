/**
 * Messages from a sandboxed process to its parent: first `started`, then any number of `progress`, then one of the
 * others.
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
      /** The decoder's message; for the log, never for users. */
      readonly cause: string;
    }
  | { readonly kind: "failed"; readonly message: string };
