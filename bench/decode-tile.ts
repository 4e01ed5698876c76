/**
 * Cost of a tile that cannot be passed through: JPEG 2000 decoded in a worker and sent as JPEG, the same from the cache
 * on disk, and a JPEG tile that passes through, in one run; the time for which each occupies the serving thread; and
 * the reason why such a tile is sent as JPEG and not as WebP.
 *
 * Goals: the serving thread has at most a tenth of the work for a decoded tile; a cached one costs at most 5 times one
 * that passes through.
 *
 * Usage: node bench/decode-tile.ts
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeSamples } from "../packages/slides/src/codec/decode-samples.ts";
import type { RawPicture } from "../packages/slides/src/codec/raw-picture.ts";
import { openSlideFile } from "../packages/slides/src/open-slide-file.ts";
import type { SlideSource } from "../packages/slides/src/slide-source.ts";
import { buildTiff, type PageSpec } from "../packages/slides/src/testing/build-tiff.ts";
import { encodeJpeg2000 } from "../packages/slides/src/testing/encode-samples.ts";
import { seededRandom } from "../packages/slides/src/testing/pictures.ts";
import { withTileCache } from "../packages/slides/src/tile-cache/tile-cache.ts";

const TILE_PX = 256;
const COLUMNS = 8;
const ROUNDS = 7;
const MAX_SHARE_OF_MAIN_THREAD = 0.1;
const MAX_TIMES_PASSING_THROUGH = 5;

const sharp = createRequire(new URL("../packages/slides/src/", import.meta.url))("sharp");

/** Between a photograph and noise, like a stained section. */
function drawTissue(seed: number): RawPicture {
  const random = seededRandom(seed);
  const samples = Buffer.alloc(TILE_PX * TILE_PX * 3);
  for (let y = 0, at = 0; y < TILE_PX; y++) {
    for (let x = 0; x < TILE_PX; x++, at += 3) {
      const stroma = Math.sin((x + seed * 40) / 37 + 3 * Math.sin(y / 91)) + Math.sin(y / 23 + 2 * Math.sin(x / 53));
      const nucleus = Math.sin(x / 6) * Math.sin(y / 7) > 0.8 ? 90 : 0;
      const grain = random() * 6;
      samples.set(
        [
          232 - 14 * stroma - nucleus - grain,
          190 - 30 * stroma - nucleus - grain,
          215 - 16 * stroma - nucleus / 2 - grain,
        ],
        at,
      );
    }
  }
  return { width: TILE_PX, height: TILE_PX, channels: 3, samples };
}

function pageOf(segments: readonly Buffer[], compression: number): Buffer {
  const side = COLUMNS * TILE_PX;
  const tile = { width: TILE_PX, height: TILE_PX };
  const all = Array.from({ length: COLUMNS ** 2 }, (_, index) => segments[index % segments.length]!);
  const page: PageSpec = {
    width: side,
    height: side,
    tile,
    segments: all,
    compression,
    photometric: compression === 7 ? 6 : 2,
  };
  return buildTiff({ pages: [page] });
}

interface Cost {
  /** Time per request, with sequential requests. */
  readonly ms: number;
  /** All threads together. */
  readonly cpuMs: number;
  /** Of the requesting thread. */
  readonly mainMs: number;
}

async function costOf(slide: SlideSource): Promise<Cost> {
  const tiles = COLUMNS ** 2;
  const cpu = process.cpuUsage();
  const thread = process.threadCpuUsage();
  const start = performance.now();
  for (let i = 0; i < tiles; i++) await slide.readTile(0, i % COLUMNS, Math.floor(i / COLUMNS));
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const main = process.threadCpuUsage(thread);
  return { ms: ms / tiles, cpuMs: (user + system) / 1000 / tiles, mainMs: (main.user + main.system) / 1000 / tiles };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function show(name: string, costs: readonly Cost[]): Cost {
  const of = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
  const cost: Cost = { ms: of("ms"), cpuMs: of("cpuMs"), mainMs: of("mainMs") };
  console.log(
    `${name.padEnd(34)} ${cost.ms.toFixed(2).padStart(7)} ms, ${cost.cpuMs.toFixed(2).padStart(7)} ms of processor, ${cost.mainMs.toFixed(2).padStart(6)} of them in the serving thread`,
  );
  return cost;
}

/** Possible formats of a decoded tile. */
async function compareFormats(pictures: readonly RawPicture[]): Promise<void> {
  const formats: readonly [name: string, encode: (picture: ReturnType<typeof sharp>) => ReturnType<typeof sharp>][] = [
    ["JPEG 90, chroma whole", (picture) => picture.jpeg({ quality: 90, chromaSubsampling: "4:4:4" })],
    ["JPEG 90, chroma halved", (picture) => picture.jpeg({ quality: 90, chromaSubsampling: "4:2:0" })],
    ["WebP 90", (picture) => picture.webp({ quality: 90 })],
    ["WebP 90, least effort", (picture) => picture.webp({ quality: 90, effort: 0 })],
  ];
  for (const [name, encode] of formats) {
    let bytes = 0;
    let error = 0;
    const cpu = process.cpuUsage();
    const encoded: Buffer[] = [];
    for (const { samples, width, height } of pictures) {
      encoded.push(await encode(sharp(samples, { raw: { width, height, channels: 3 } })).toBuffer());
    }
    const { user, system } = process.cpuUsage(cpu);
    for (const [index, tile] of encoded.entries()) {
      bytes += tile.length;
      const decoded: Buffer = await sharp(tile).removeAlpha().raw().toBuffer();
      const { samples } = pictures[index]!;
      error += decoded.reduce((sum, sample, at) => sum + (sample - samples[at]!) ** 2, 0) / samples.length;
    }
    const each = (sum: number) => sum / pictures.length;
    console.log(
      `${name.padEnd(34)} ${each((user + system) / 1000)
        .toFixed(2)
        .padStart(7)} ms of processor, ${each(bytes / 1024)
        .toFixed(1)
        .padStart(5)} kB, root mean square error ${Math.sqrt(each(error)).toFixed(2)}`,
    );
  }
}

const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-"));
try {
  const pictures = Array.from({ length: 8 }, (_, seed) => drawTissue(seed));
  const streams = await Promise.all(pictures.map((picture) => encodeJpeg2000(picture, 5)));
  const jpegs: Buffer[] = await Promise.all(
    pictures.map(({ samples, width, height }) =>
      sharp(samples, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );
  const [decodedPath, passedPath] = [join(folder, "jpeg2000.tif"), join(folder, "jpeg.tif")];
  await writeFile(decodedPath, pageOf(streams, 33005));
  await writeFile(passedPath, pageOf(jpegs, 7));
  const [slide, passing] = await Promise.all([openSlideFile(decodedPath), openSlideFile(passedPath)]);
  const cached = withTileCache(slide, join(folder, "tiles"));
  // Creates threads, modules and the cache before measuring.
  for (const source of [slide, passing, cached]) await costOf(source);
  const rounds: Record<"decoded" | "cached" | "passed", Cost[]> = { decoded: [], cached: [], passed: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.decoded.push(await costOf(slide));
    rounds.cached.push(await costOf(cached));
    rounds.passed.push(await costOf(passing));
  }
  console.log(
    `tiles of ${TILE_PX} px, JPEG 2000 without loss of ${(streams[0]!.length / 1024).toFixed(0)} kB; median of ${ROUNDS} rounds`,
  );
  const decoded = show("JPEG 2000, decoded", rounds.decoded);
  const kept = show("the same from the cache", rounds.cached);
  const passed = show("JPEG, passed through", rounds.passed);
  const start = performance.now();
  for (const stream of streams) await decodeSamples("jpeg2000", stream, { maxPx: TILE_PX ** 2 });
  console.log(`decoding alone, in this thread: ${((performance.now() - start) / streams.length).toFixed(1)} ms`);
  const mainShare = decoded.mainMs / decoded.cpuMs;
  const times = kept.cpuMs / passed.cpuMs;
  console.log(
    `the serving thread has ${(mainShare * 100).toFixed(1)} % of the work of a decoded tile; a cached one costs ${(decoded.cpuMs / kept.cpuMs).toFixed(0)} times less than a decoded one and ${times.toFixed(1)} times one that passes through`,
  );
  if (mainShare > MAX_SHARE_OF_MAIN_THREAD || times > MAX_TIMES_PASSING_THROUGH) process.exitCode = 1;
  await compareFormats(pictures);
  await Promise.all([slide.close(), passing.close()]);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
