/**
 * Decodes JPEG 2000 and JPEG-LS off the main thread, in worker threads. They are started when first needed, stay for
 * further work, and do not keep the process alive.
 *
 * A sandbox (`sandbox/start-sandbox.ts`) forbids threads and serves no other requests: there the calling thread
 * decodes.
 */
import { availableParallelism } from "node:os";
import { type DecodedSamples, decodeSamples, type SampleCodec, type StoredColours } from "./decode-samples.ts";
import { createDecodingPool } from "./decoding-pool.ts";

export type { DecodedSamples, SampleCodec, StoredColours } from "./decode-samples.ts";

/** A tile or frame has far fewer pixels. While decoding, a pixel needs 12 to 20 bytes: some 300 MB. */
const MAX_TILE_PX = 4096 * 4096;

const pool = createDecodingPool({
  threads: Math.max(1, availableParallelism() - 1),
  maxWaiting: 4096,
  timeLimitMs: 10_000,
});

/**
 * Decodes one tile.
 *
 * @param bytes a whole JP2 file, JPEG 2000 codestream or JPEG-LS stream; copied, so the caller can reuse it.
 * @param signal cancels work that has not started; if it has started, its result is ignored.
 * @param colours meaning of three samples; `yCbCr` is converted to red, green and blue.
 * @throws SlideFileError `damaged`, `tooLarge`, or `unsupported` for numbers of components and depths that no slide
 * has; the signal's reason; another error if far too many tiles are queued.
 */
export function decodeInWorker(
  codec: SampleCodec,
  bytes: Uint8Array,
  signal?: AbortSignal,
  colours: StoredColours = "rgb",
): Promise<DecodedSamples> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  if (process.permission && !process.permission.has("worker")) {
    return decodeSamples(codec, bytes, { maxPx: MAX_TILE_PX, colours });
  }
  // The copy is transferred to the thread and not returned; it costs 50 kB beside 20 ms of decoding.
  return pool.decode({ codec, bytes: new Uint8Array(bytes), colours, maxPx: MAX_TILE_PX }, signal);
}

/** For tests and orderly shutdown: stops the threads. Queued work is rejected. */
export function stopDecoding(): Promise<void> {
  return pool.stop();
}
