/** Port of the queue to the server, the disk and the clock, so that it can be tested in isolation. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { KnownSlide, Upload, UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import type { HashedSlide } from "./hashed-slide.ts";
import type { SlideContent } from "./slide-content.ts";

export interface ChunkToSend {
  readonly uploadId: number;
  /** From 0. */
  readonly number: number;
  readonly bytes: Blob;
  /** SHA-256, base64. */
  readonly digest: string;
}

export interface SendingOptions {
  readonly signal: AbortSignal;
  /** @param sentBytes of this chunk so far. */
  readonly onProgress: (sentBytes: number) => void;
}

export interface NewUpload {
  readonly filename: string;
  readonly bytes: number;
  readonly parentId: number | null;
  /** Below the parent, from the top down. */
  readonly folders: readonly string[];
  /** The drop it belongs to; null: none. */
  readonly drop: UploadDrop | null;
}

/** The item created from an upload, and the progress of its preparation. */
export type UploadedItem = Pick<Image, "id" | "title" | "thumbnail" | "path" | "state"> & {
  readonly job: Pick<Job, "progress" | "error" | "fileFault"> | null;
};

/** How chunks are sent. */
interface SendingPace {
  /** Maximum concurrent connections. */
  readonly connections: number;
  /** Automatic retries of a chunk. */
  readonly retries: number;
  readonly retryDelayMs: number;
}

/** Handling of a file that already exists: adds another slide, or asks. */
export type IfKnown = "add" | "ask";

export interface UploadTransport {
  readonly pace: SendingPace;
  create(upload: NewUpload, idempotencyKey: string, signal: AbortSignal): Promise<Upload>;
  list(signal: AbortSignal): Promise<Upload[]>;
  get(uploadId: number, signal: AbortSignal): Promise<Upload>;
  sendChunk(chunk: ChunkToSend, options: SendingOptions): Promise<void>;
  /** @throws AppError with the code `alreadyHere` if it exists and `ask` was given. */
  finish(uploadId: number, sha256: string, ifKnown: IfKnown, signal: AbortSignal): Promise<Upload>;
  /** Null: no slide with this file exists. */
  findKnown(sha256: string, signal: AbortSignal): Promise<KnownSlide | null>;
  /** Places the existing slide in the destination; the upload is finished then. */
  placeKnown(uploadId: number, sha256: string): Promise<Upload>;
  remove(uploadId: number): Promise<void>;
  getItem(id: number, signal: AbortSignal): Promise<UploadedItem>;
  hashSlide(content: SlideContent, chunkBytes: number): HashedSlide;
  /** Resolves after the delay, or early when the network is back; rejects when aborted. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  /** ms, monotonic. */
  clockMs(): number;
  /** Locks an upload for this tab while `work` runs; other tabs see it as taken. */
  whileHolding(uploadId: number, work: () => Promise<void>): Promise<void>;
  /** IDs of the uploads that any tab is processing. */
  listLocked(): Promise<readonly number[]>;
}
