/** Writes a .br and a .gz beside each file that becomes smaller, so that the server never compresses static files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT_TYPES = new Set([".html", ".js", ".mjs", ".css", ".svg", ".json", ".txt", ".wasm", ".webmanifest"]);
const MIN_BYTES = 1024;
/** One level below the maximum: a few per cent larger, several times faster. */
const BROTLI_QUALITY = 10;

/** Compression methods, by file extension. */
const FORMS = {
  ".br": (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ".gz": (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
} as const;

export async function compressAssets(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    TEXT_TYPES.has(extname(path)),
  );
  await Promise.all(paths.map((path) => compressFile(join(folder, path))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) return;
  for (const [ending, compress] of Object.entries(FORMS)) {
    const compressed = await compress(bytes);
    if (compressed.length < bytes.length) writeFileSync(path + ending, compressed);
  }
}
