/** One file on its way to being a slide. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";

/**
 * - `waiting`: for its turn
 * - `sending`, `retrying`: chunks go out; the connection is lost and will be tried again
 * - `paused`: by the user, or because the session ended
 * - `interrupted`: the server has a part of it, this page lacks the file
 * - `finishing`, `checking`, `preparing`: all is sent; the server looks at it; it makes the levels
 * - `done`, `failed`
 */
export type UploadPhase =
  | "waiting"
  | "sending"
  | "retrying"
  | "paused"
  | "interrupted"
  | "finishing"
  | "checking"
  | "preparing"
  | "done"
  | "failed";

export interface UploadDestination {
  readonly id: number;
  readonly title: string;
}

export interface UploadEntry {
  /** Of this page, not of the server. */
  readonly key: string;
  readonly filename: string;
  readonly bytes: number;
  /** null: nowhere yet, or known to the server only. */
  readonly destination: UploadDestination | null;
  readonly phase: UploadPhase;
  /** On the server; null: not announced yet. */
  readonly uploadId: number | null;
  readonly sentBytes: number;
  /** Bytes a second; null: not known. */
  readonly rate: number | null;
  /** Seconds; null: not known. */
  readonly leftS: number | null;
  /** Share of the server's work done, 0 to 1 (`checking`, `preparing`). */
  readonly progress: number;
  /** Why it failed, as a sentence. */
  readonly error: string | null;
  /** Whether sending can be tried again from here (`failed`). */
  readonly canRetry: boolean;
  /** A file that can be opened again without choosing it (`interrupted`). */
  readonly hasHandle: boolean;
  readonly slide: UploadedSlide | null;
}

export interface UploadedSlide {
  readonly imageId: number;
  readonly title: string;
  readonly thumbnail: string | null;
  /** From the course down to the slide. */
  readonly path: readonly Crumb[];
}

/** Phases in which leaving the page would stop something. */
const BOUND_TO_PAGE: readonly UploadPhase[] = ["waiting", "sending", "retrying", "finishing"];

export function isBoundToPage({ phase }: Pick<UploadEntry, "phase">): boolean {
  return BOUND_TO_PAGE.includes(phase);
}

const UNDER_WAY: readonly UploadPhase[] = [...BOUND_TO_PAGE, "checking", "preparing"];

export function isUploadUnderWay({ phase }: Pick<UploadEntry, "phase">): boolean {
  return UNDER_WAY.includes(phase);
}

/** Share of the bytes sent, over all that are under way; 0 when there is none. */
export function sentShare(entries: readonly Pick<UploadEntry, "sentBytes" | "bytes">[]): number {
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  return total === 0 ? 0 : entries.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / total;
}
