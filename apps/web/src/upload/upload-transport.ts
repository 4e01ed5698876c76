/** What the queue asks of the server, of the disk and of the clock: a port, so that the queue can be tested alone. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { KnownSlide, Upload } from "@parfocal/core/upload/upload.contract.ts";
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
}

/** What becomes of a file that is here already: another slide, or a question. */
export type IfKnown = "add" | "ask";

export interface UploadTransport {
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
  getImage(imageId: number, signal: AbortSignal): Promise<Image>;
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
