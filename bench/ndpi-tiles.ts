/**
 * Cost of an NDPI tile, in processor time: assembled from restart intervals without decoding (the first tile of a lane
 * and a row of tiles, which includes the index, and all others), compared with sharp (decode a part, encode it) and
 * OpenSlide with Pillow (the same, in Python), in one run.
 *
 * The slide: 16,384 x 8,192 px in lanes of 2,048 px and intervals of one row of units, as written by NanoZoomers.
 *
 * Usage: node bench/ndpi-tiles.ts [FILE.ndpi]
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSlideFile } from "../packages/slides/src/open-slide-file.ts";
import { tileGridOf } from "../packages/slides/src/slide-source.ts";
import { encodeIntervals, writeNdpi } from "../packages/slides/src/testing/build-ndpi.ts";
import { buildPicture } from "../packages/slides/src/testing/pictures.ts";

const WIDTH = 16_384;
const HEIGHT = 8192;
const LANE_PX = 2048;
const UNIT_PX = 8;
const TILE_PX = 512;
const ROUNDS = 3;
const TILES = 400;
const TILES_BY_SHARP = 8;

/** Repeats a few intervals: the file has its true size but is created quickly. */
async function writeSlide(path: string): Promise<void> {
  const { jpeg, starts } = await encodeIntervals(buildPicture(LANE_PX, 64 * UNIT_PX), { quality: 80 });
  const heading = Buffer.from(jpeg.subarray(0, starts[0]));
  const frame = heading.indexOf(Buffer.from([0xff, 0xc0]));
  heading.writeUInt16BE(HEIGHT, frame + 5);
  heading.writeUInt16BE(WIDTH, frame + 7);
  const intervals = starts.map((start, index) => jpeg.subarray(start, (starts[index + 1] ?? jpeg.length) - 2));
  const parts: Buffer[] = [heading];
  const places: number[] = [];
  let length = heading.length;
  const count = (HEIGHT / UNIT_PX) * (WIDTH / LANE_PX);
  for (let index = 0; index < count; index++) {
    const interval = intervals[(index * 7) % intervals.length]!;
    places.push(length);
    parts.push(interval, Buffer.from([0xff, index === count - 1 ? 0xd9 : 0xd0 + (index % 8)]));
    length += interval.length + 2;
  }
  await writeNdpi(path, {
    pictures: [{ jpeg: Buffer.concat(parts), starts: places, width: WIDTH, height: HEIGHT, magnification: 40 }],
  });
}

/** Processor time of the work, in µs, per tile. */
async function cpuPerTile(tiles: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / tiles;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

async function ours(path: string): Promise<{ first: number; next: number; openMs: number; bytes: number }> {
  const startedAt = performance.now();
  const slide = await openSlideFile(path);
  const openMs = performance.now() - startedAt;
  const { columns, rows } = tileGridOf(slide.levels[0]!);
  const laneTiles = Math.min(columns, Math.ceil(LANE_PX / TILE_PX));
  const firsts = Array.from({ length: Math.floor(columns / laneTiles) * rows }, (_, index) => index);
  const x = (index: number) => (index % Math.floor(columns / laneTiles)) * laneTiles;
  const y = (index: number) => Math.floor(index / Math.floor(columns / laneTiles));
  const first = await cpuPerTile(firsts.length, async () => {
    for (const index of firsts) await slide.readTile(0, x(index), y(index));
  });
  let bytes = 0;
  const next = await cpuPerTile(TILES, async () => {
    for (let i = 0; i < TILES; i++) {
      const tile = await slide.readTile(0, (i * 5) % columns, (i * 3) % rows);
      bytes += tile.bytes.length / TILES;
    }
  });
  await slide.close();
  return { first, next, openMs, bytes };
}

async function bySharp(path: string, width: number, height: number): Promise<number> {
  const sharp = createRequire(new URL("../packages/slides/src/", import.meta.url))("sharp");
  sharp.concurrency(1);
  return cpuPerTile(TILES_BY_SHARP, async () => {
    for (let i = 0; i < TILES_BY_SHARP; i++) {
      const left = ((i * 5) % Math.floor(width / TILE_PX)) * TILE_PX;
      const top = ((i * 3) % Math.floor(height / TILE_PX)) * TILE_PX;
      await sharp(path, { failOn: "error", limitInputPixels: false })
        .extract({ left, top, width: TILE_PX, height: TILE_PX })
        .jpeg({ quality: 80 })
        .toBuffer();
    }
  });
}

const OPENSLIDE_SCRIPT = `
import io, sys, time
import openslide
slide = openslide.OpenSlide(sys.argv[1])
columns, rows = [side // ${TILE_PX} for side in slide.dimensions]
start = time.process_time()
for i in range(100):
    place = ((i * 5) % columns * ${TILE_PX}, (i * 3) % rows * ${TILE_PX})
    slide.read_region(place, 0, (${TILE_PX}, ${TILE_PX})).convert("RGB").save(io.BytesIO(), "JPEG", quality=80)
print((time.process_time() - start) / 100 * 1e6)
`;

/** Null if not installed. */
function byOpenSlide(path: string): number | null {
  const { status, stdout } = spawnSync("/usr/bin/python3", ["-c", OPENSLIDE_SCRIPT, path], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
}

const folder = await mkdtemp(join(tmpdir(), "parfocal-ndpi-"));
try {
  const given = process.argv[2];
  const path = given ?? join(folder, "slide.ndpi");
  if (given === undefined) await writeSlide(path);
  const slide = await openSlideFile(path);
  const { width, height } = slide;
  await slide.close();
  const rounds: {
    first: number;
    next: number;
    openMs: number;
    bytes: number;
    sharp: number;
    openSlide: number | null;
  }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await ours(path);
    rounds.push({ ...own, sharp: await bySharp(path, width, height), openSlide: byOpenSlide(path) });
  }
  const next = median(rounds.map((round) => round.next));
  const first = median(rounds.map((round) => round.first));
  const perTile = (name: string, us: number) =>
    console.log(`${name.padEnd(58)} ${us.toFixed(0).padStart(9)} µs   ${(us / next).toFixed(1).padStart(7)} x`);
  console.log(
    `${width} x ${height} px, tiles of ${TILE_PX} px, ${(rounds[0]!.bytes / 1024).toFixed(0)} KiB each; CPU per tile`,
  );
  perTile("without decoding, index there", next);
  perTile("without decoding, first tile of a lane and row of tiles", first);
  perTile("sharp: extract and encode", median(rounds.map(({ sharp }) => sharp)));
  const openSlide = rounds.map((round) => round.openSlide).filter((us) => us !== null);
  if (openSlide.length > 0) perTile("OpenSlide and Pillow", median(openSlide));
  else console.log("OpenSlide for Python is not installed: not measured");
  console.log(`open: ${median(rounds.map(({ openMs }) => openMs)).toFixed(1)} ms`);
} finally {
  await rm(folder, { recursive: true });
}
