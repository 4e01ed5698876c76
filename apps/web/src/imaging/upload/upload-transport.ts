/** What the queue asks of the server, of the disk and of the clock: a port, so that the queue can be tested alone. */
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
  /** What it was dropped or chosen together with; null: nothing. */
  readonly drop: UploadDrop | null;
}

/** What an upload has become, and how far its preparation is. */
export type UploadedItem = Pick<Image, "id" | "title" | "thumbnail" | "path" | "state"> & {
  readonly job: Pick<Job, "progress" | "error" | "fileFault"> | null;
};

/** How chunks are sent. */
export interface SendingPace {
  /** At once. */
  readonly connections: number;
  /** By itself, after a chunk has failed. */
  readonly retries: number;
  readonly retryDelayMs: number;
}

/** What becomes of a file that is here already: another slide, or a question. */
export type IfKnown = "add" | "ask";

export interface UploadTransport {
  readonly pace: SendingPace;
  create(upload: NewUpload, idempotencyKey: string, signal: AbortSignal): Promise<Upload>;
  list(signal: AbortSignal): Promise<Upload[]>;
  get(uploadId: number, signal: AbortSignal): Promise<Upload>;
  sendChunk(chunk: ChunkToSend, options: SendingOptions): Promise<void>;
  /** @throws AppError with the code `alreadyHere` if it is, and is to be asked about. */
  finish(uploadId: number, sha256: string, ifKnown: IfKnown, signal: AbortSignal): Promise<Upload>;
  /** null: there is no slide of this file. */
  findKnown(sha256: string, signal: AbortSignal): Promise<KnownSlide | null>;
  /** The slide that is here takes the place of the upload, which is done then. */
  placeKnown(uploadId: number, sha256: string): Promise<Upload>;
  remove(uploadId: number): Promise<void>;
  getItem(id: number, signal: AbortSignal): Promise<UploadedItem>;
  hashSlide(content: SlideContent, chunkBytes: number): HashedSlide;
  /** Resolves later, or rejects when aborted. Comes early when the network is back. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  /** ms, only ever forward. */
  clockMs(): number;
  /** Holds an upload for this tab while `work` runs; another tab sees it as taken. */
  whileHolding(uploadId: number, work: () => Promise<void>): Promise<void>;
  /** Ids of the uploads that some tab works on. */
  listHeld(): Promise<readonly number[]>;
}
