/** All tiles of a slide as one zip file, sent while it is written: a few tiles are in memory. */
import { PassThrough } from "node:stream";
import { ZipWriter } from "@parfocal/slides/archive/zip-writer.ts";
import type { EncodedImage, SlideSource } from "@parfocal/slides/slide-source.ts";

const EXTENSIONS: Readonly<Record<string, string>> = { "image/png": "png", "image/webp": "webp" };
/** Sent ahead of a slow reader. */
const AHEAD_BYTES = 1 << 20;

type ReadTile = (level: number, x: number, y: number) => Promise<EncodedImage>;

/**
 * Entries are `level/x/y.jpg`, in the order of the levels, row by row.
 *
 * @param read one tile; called for one after the other.
 * @param signal stops the reading.
 */
export function streamTilesZip(
  levels: SlideSource["levels"],
  read: ReadTile,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: () => void },
): PassThrough {
  const stream = new PassThrough({ highWaterMark: AHEAD_BYTES });
  const zip = new ZipWriter({
    write: (bytes, offset, length) =>
      new Promise((resolve, reject) => {
        // Called once the reader has taken it.
        stream.write(bytes.subarray(offset, offset + length), (error) =>
          error ? reject(error) : resolve({ bytesWritten: length }),
        );
      }),
  });
  async function writeAll(): Promise<void> {
    for (const [level, { width, height, tileWidth, tileHeight }] of levels.entries())
      for (let y = 0; y < Math.ceil(height / tileHeight); y += 1)
        for (let x = 0; x < Math.ceil(width / tileWidth); x += 1) {
          signal.throwIfAborted();
          const { bytes, mediaType } = await read(level, x, y);
          await zip.addWhole(`${level}/${x}/${y}.${EXTENSIONS[mediaType] ?? "jpg"}`, Buffer.from(bytes));
        }
    await zip.finish();
  }
  writeAll()
    .then(
      () => stream.end(),
      (error: unknown) => stream.destroy(error as Error),
    )
    .finally(onEnd);
  return stream;
}
