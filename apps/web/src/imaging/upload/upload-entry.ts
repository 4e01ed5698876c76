/** A file being uploaded as a slide or a radiology item. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import type { FileFault } from "@parfocal/core/job/job.contract.ts";
import type { UploadDrop } from "@parfocal/core/upload/upload.contract.ts";

/**
 * - `waiting`: queued
 * - `sending`, `retrying`: chunks are being sent; the connection was lost and will be retried
 * - `paused`: by the user, or because the session ended
 * - `interrupted`: the server has a part of it, but this page does not have the file
 * - `duplicate`: the same file already exists, or is in this list; the user has to decide
 * - `finishing`, `checking`, `preparing`: everything is sent; the server checks it; it creates the resolution levels
 * - `done`, `failed`
 */
export type UploadPhase =
  | "waiting"
  | "sending"
  | "retrying"
  | "paused"
  | "interrupted"
  | "duplicate"
  | "finishing"
  | "checking"
  | "preparing"
  | "done"
  | "failed";

export interface UploadDestination {
  readonly id: number;
  /** Empty: unknown (an upload started before this page was loaded). */
  readonly title: string;
}

/** Location of the same file. */
export type Twin =
  | { readonly kind: "slide"; readonly slide: UploadedSlide; readonly isInPlace: boolean }
  | { readonly kind: "entry"; readonly filename: string };

/** Result of an upload: a slide, or a radiology item. */
export type UploadPurpose = "slide" | "radiology";

export interface UploadEntry {
  /** ID within this page, not on the server. */
  readonly key: string;
  readonly purpose: UploadPurpose;
  readonly filename: string;
  readonly bytes: number;
  /** Null: none yet. */
  readonly destination: UploadDestination | null;
  /** Folders below the destination, from the top down. */
  readonly folders: readonly string[];
  /** The drop it belongs to, and its number in it; null: none, or unknown. */
  readonly drop: UploadDrop | null;
  /** Number of files of the slide. */
  readonly fileCount: number;
  readonly phase: UploadPhase;
  /** ID on the server; null: not created yet. */
  readonly uploadId: number | null;
  readonly sentBytes: number;
  /** Bytes per second; null: unknown. */
  readonly rate: number | null;
  /** Seconds; null: unknown. */
  readonly leftS: number | null;
  /** Share of the server's work done, 0 to 1 (`checking`, `preparing`). */
  readonly progress: number;
  /** Why it failed, as a message. */
  readonly error: string | null;
  /** The same as a code, if the file is the cause. */
  readonly fileFault: FileFault | null;
  /** Whether sending can be tried again from here (`failed`). */
  readonly canRetry: boolean;
  /** Whether its file can be reopened without selecting it again (`interrupted`). */
  readonly hasHandle: boolean;
  readonly slide: UploadedSlide | null;
  /** The same file elsewhere (`duplicate`). */
  readonly twin: Twin | null;
}

/** The created item. */
export interface UploadedSlide {
  readonly imageId: number;
  readonly title: string;
  readonly thumbnail: string | null;
  /** From the course down to the slide. */
  readonly path: readonly Crumb[];
}

/** Phases that are interrupted by leaving the page. */
const BOUND_TO_PAGE: readonly UploadPhase[] = ["waiting", "sending", "retrying", "finishing"];

export function isBoundToPage({ phase }: Pick<UploadEntry, "phase">): boolean {
  return BOUND_TO_PAGE.includes(phase);
}

const UNDER_WAY: readonly UploadPhase[] = [...BOUND_TO_PAGE, "checking", "preparing"];

export function isUploadUnderWay({ phase }: Pick<UploadEntry, "phase">): boolean {
  return UNDER_WAY.includes(phase);
}

/** Phases with a limited number of concurrent uploads. */
const WITH_TURN: readonly UploadPhase[] = ["sending", "retrying", "finishing"];

export function hasTurn({ phase }: Pick<UploadEntry, "phase">): boolean {
  return WITH_TURN.includes(phase);
}

const PAUSABLE: readonly UploadPhase[] = ["waiting", "sending", "retrying"];

export function isPausable({ phase }: Pick<UploadEntry, "phase">): boolean {
  return PAUSABLE.includes(phase);
}

const CANCELLABLE: readonly UploadPhase[] = [...PAUSABLE, "paused", "interrupted", "duplicate"];

/** Whether it is incomplete on the server, so that cancelling loses only what was sent. */
export function isCancellable({ phase }: Pick<UploadEntry, "phase">): boolean {
  return CANCELLABLE.includes(phase);
}

/** Totals of all running uploads. */
interface OverallProgress {
  readonly sentBytes: number;
  readonly bytes: number;
  /** 0 to 1. */
  readonly share: number;
  /** Total bytes per second; null: unknown. */
  readonly rate: number | null;
}

export function overallProgress(
  entries: readonly Pick<UploadEntry, "sentBytes" | "bytes" | "rate">[],
): OverallProgress {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const sentBytes = entries.reduce((sum, entry) => sum + entry.sentBytes, 0);
  const rates = entries.flatMap(({ rate }) => rate ?? []);
  return {
    bytes,
    sentBytes,
    share: bytes === 0 ? 0 : sentBytes / bytes,
    rate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
  };
}
