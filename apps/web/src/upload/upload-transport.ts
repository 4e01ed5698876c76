/** What the queue asks of the server, of the disk and of the clock: a port, so that the queue can be tested alone. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import type { HashedFile } from "./hashed-file.ts";

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
}

export interface UploadTransport {
  create(upload: NewUpload, idempotencyKey: string, signal: AbortSignal): Promise<Upload>;
  list(signal: AbortSignal): Promise<Upload[]>;
  get(uploadId: number, signal: AbortSignal): Promise<Upload>;
  sendChunk(chunk: ChunkToSend, options: SendingOptions): Promise<void>;
  finish(uploadId: number, sha256: string, signal: AbortSignal): Promise<Upload>;
  remove(uploadId: number): Promise<void>;
  getImage(imageId: number, signal: AbortSignal): Promise<Image>;
  hashFile(file: File, chunkBytes: number): HashedFile;
  /** Resolves later, or rejects when aborted. Comes early when the network is back. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  /** ms, only ever forward. */
  clockMs(): number;
  /** Holds an upload for this tab while `work` runs; another tab sees it as taken. */
  whileHolding(uploadId: number, work: () => Promise<void>): Promise<void>;
  /** Ids of the uploads that some tab works on. */
  listHeld(): Promise<readonly number[]>;
}
