/** All tiles of a slide as one zip file, sent while it is written; it uses about one megabyte of memory. */
import { Readable } from "node:stream";
import { ZipWriter } from "@parfocal/slides/archive/zip-writer.ts";
import type { EncodedImage, SlideSource } from "@parfocal/slides/slide-source.ts";

const EXTENSIONS: Readonly<Record<string, string>> = { "image/png": "png", "image/webp": "webp" };

type ReadTile = (level: number, x: number, y: number) => Promise<EncodedImage>;

/**
 * Entries are `level/x/y.jpg`, in the order of the levels, row by row.
 *
 * @param read reads one tile; called sequentially, as fast as the zip is received.
 * @param onEnd called once, when everything is sent or the reader has disconnected.
 */
export function streamTilesZip(levels: SlideSource["levels"], read: ReadTile, onEnd: () => void): Readable {
  return Readable.from(zipPieces(levels, read), { objectMode: false }).once("close", onEnd);
}

async function* zipPieces(levels: SlideSource["levels"], read: ReadTile): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  const zip = new ZipWriter({
    async write(bytes, offset, length) {
      ready.push(bytes.subarray(offset, offset + length));
      return { bytesWritten: length };
    },
  });
  for (const [level, { width, height, tileWidth, tileHeight }] of levels.entries())
    for (let y = 0; y < Math.ceil(height / tileHeight); y += 1)
      for (let x = 0; x < Math.ceil(width / tileWidth); x += 1) {
        const { bytes, mediaType } = await read(level, x, y);
        await zip.addWhole(`${level}/${x}/${y}.${EXTENSIONS[mediaType] ?? "jpg"}`, Buffer.from(bytes));
        yield* ready.splice(0);
      }
  await zip.finish();
  yield* ready;
}
