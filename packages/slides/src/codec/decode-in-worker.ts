/**
 * JPEG 2000 and JPEG-LS decoded beside the thread that serves: in worker threads, which are started when they are first
 * needed, wait for more, and keep no process alive.
 *
 * In a sandbox (`sandbox/start-sandbox.ts`) threads are forbidden and nobody else is waiting: there the caller's own decodes.
 */
import { availableParallelism } from "node:os";
import { type DecodedSamples, decodeSamples, type SampleCodec, type StoredColours } from "./decode-samples.ts";
import { createDecodingPool } from "./decoding-pool.ts";

export type { DecodedSamples, SampleCodec, StoredColours } from "./decode-samples.ts";

/** A tile, or a frame, has far fewer. At 12 to 20 bytes a pixel while it is decoded, some 300 MB. */
const MAX_TILE_PX = 4096 * 4096;

const pool = createDecodingPool({
  threads: Math.max(1, availableParallelism() - 1),
  mostWaiting: 4096,
  timeLimitMs: 10_000,
});

/**
 * Decodes one tile.
 *
 * @param bytes a whole JP2 file, JPEG 2000 codestream or JPEG-LS stream. They are copied, and the caller's again at once.
 * @param signal drops the work if it has not begun; if it has, nobody waits for it.
 * @param colours what three samples mean; with `yCbCr` they come as red, green and blue.
 * @throws SlideFileError `damaged`, `tooLarge`, or `unsupported` for numbers of components and depths that no slide has;
 *   the signal's reason; another error if far too many tiles wait already.
 */
export function decodeInWorker(
  codec: SampleCodec,
  bytes: Uint8Array,
  signal?: AbortSignal,
  colours: StoredColours = "rgb",
): Promise<DecodedSamples> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  if (process.permission && !process.permission.has("worker")) {
    return decodeSamples(codec, bytes, { mostPx: MAX_TILE_PX, colours });
  }
  // The copy goes to the thread and comes back no more; 50 kB beside 20 ms of decoding.
  return pool.decode({ codec, bytes: new Uint8Array(bytes), colours, mostPx: MAX_TILE_PX }, signal);
}

/** For tests and orderly ends: stops the threads. What still waits is refused. */
export function stopDecoding(): Promise<void> {
  return pool.stop();
}
