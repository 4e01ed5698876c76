/** Sends the missing chunks of a file, several at once, with retries (rule D-8). */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import type { HashedSlide } from "./hashed-slide.ts";
import { missingChunks, receivedBytes } from "./upload-arithmetic.ts";
import type { UploadTransport } from "./upload-transport.ts";

/** Failures of a chunk for which a retry may succeed. */
const PASSING: readonly ErrorKind[] = ["unavailable", "internal", "tooManyRequests"];
/** Codes of a chunk that was damaged in transit. */
const DAMAGED_ON_THE_WAY = ["contentDigest", "chunkLength"];

interface FileSending {
  readonly transport: UploadTransport;
  readonly upload: Upload;
  readonly hashed: HashedSlide;
  readonly signal: AbortSignal;
  /** @param sentBytes bytes on the server or in transit. */
  readonly onProgress: (sentBytes: number) => void;
  /** @param isLost whether sending pauses until the next attempt. */
  readonly onConnection: (isLost: boolean) => void;
}

/** @throws AppError of the chunk that could not be sent; FileUnreadable. */
export async function sendFile({
  transport,
  upload,
  hashed,
  signal,
  onProgress,
  onConnection,
}: FileSending): Promise<void> {
  const { id: uploadId, bytes, chunkBytes, chunkCount, receivedChunks } = upload;
  const { connections, retries, retryDelayMs } = transport.pace;
  const missing = missingChunks(chunkCount, receivedChunks);
  const onTheWay = new Map<number, number>();
  let safeBytes = receivedBytes(bytes, chunkBytes, receivedChunks);
  const report = () => onProgress(safeBytes + [...onTheWay.values()].reduce((sum, sent) => sum + sent, 0));
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);

  async function sendWithRetries(number: number): Promise<void> {
    const chunk = { uploadId, number, ...(await hashed.chunk(number)) };
    const options = {
      signal: either,
      onProgress(sentBytes: number) {
        onTheWay.set(number, sentBytes);
        report();
      },
    };
    for (let attempt = 0; ; attempt += 1) {
      try {
        await transport.sendChunk(chunk, options);
        onConnection(false);
        onTheWay.delete(number);
        safeBytes += chunk.bytes.size;
        report();
        return;
      } catch (error) {
        onTheWay.delete(number);
        report();
        if (attempt >= retries || !isPassing(error)) throw error;
        onConnection(true);
        await transport.wait(retryDelayMs, either);
      }
    }
  }

  async function sendNext(): Promise<void> {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      either.throwIfAborted();
      await sendWithRetries(number);
    }
  }

  report();
  try {
    await Promise.all(Array.from({ length: connections }, sendNext));
  } finally {
    ended.abort();
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return PASSING.includes(error.kind) || error.codes.some((code) => DAMAGED_ON_THE_WAY.includes(code));
}
