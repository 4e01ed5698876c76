/**
 * Cost of a tile from a stored and from a compressed zip, compared with the same tile from a TIFF and with a bare read
 * of the same number of bytes; and cost of opening a zip of 200,000 files, all in one run.
 *
 * Usage: node bench/zip-tiles.ts
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ZipStore } from "../packages/slides/src/archive/zip-store.ts";
import { FileBytes } from "../packages/slides/src/bytes/file-bytes.ts";
import { openSlideFile } from "../packages/slides/src/open-slide-file.ts";
import { buildTiff } from "../packages/slides/src/testing/build-tiff.ts";
import { buildZip } from "../packages/slides/src/testing/build-zip.ts";
import { manyEmptyFiles } from "../packages/slides/src/testing/hostile-zips.ts";
import { buildPicture } from "../packages/slides/src/testing/pictures.ts";

const TILE_PX = 256;
const COLUMNS = 64;
const ROUNDS = 9;
const TILES_A_ROUND = 4000;
const AT_ONCE = 32;
const MANY_FILES = 200_000;
const MIB = 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

type ReadTile = (x: number, y: number) => Promise<unknown>;

async function makeTiles(): Promise<Buffer[]> {
  const sharp = createRequire(new URL("../packages/slides/src/", import.meta.url))("sharp");
  const tiles: Buffer[] = [];
  for (let seed = 0; seed < 16; seed++) {
    const { samples } = buildPicture(TILE_PX, TILE_PX, 3, seed);
    tiles.push(
      await sharp(samples, { raw: { width: TILE_PX, height: TILE_PX, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
  }
  return tiles;
}

/** Level 0 only, for which Deep Zoom has one folder. */
function buildSet(tiles: readonly Buffer[], isDeflated: boolean): Buffer {
  const side = COLUMNS * TILE_PX;
  const description = `<Image TileSize="${TILE_PX}" Overlap="0" Format="jpg" xmlns="http://schemas.microsoft.com/deepzoom/2008"><Size Width="${side}" Height="${side}"/></Image>`;
  const level = Math.log2(side);
  const entries = Array.from({ length: COLUMNS ** 2 }, (_, index) => ({
    name: `slide_files/${level}/${index % COLUMNS}_${Math.floor(index / COLUMNS)}.jpg`,
    contents: tiles[(index * 7) % tiles.length]!,
    isDeflated,
  }));
  const small = { name: `slide_files/0/0_0.jpg`, contents: tiles[0]! };
  return buildZip({ entries: [{ name: "slide.dzi", contents: Buffer.from(description) }, small, ...entries] });
}

function buildPlainTiff(tiles: readonly Buffer[]): Buffer {
  const side = COLUMNS * TILE_PX;
  const segments = Array.from({ length: COLUMNS ** 2 }, (_, index) => tiles[(index * 7) % tiles.length]!);
  const tile = { width: TILE_PX, height: TILE_PX };
  return buildTiff({ pages: [{ width: side, height: side, tile, segments, compression: 7, photometric: 6 }] });
}

/** Microseconds of processor time and of elapsed time for one tile. */
async function measure(read: ReadTile): Promise<{ cpuUs: number; us: number }> {
  const at = (i: number) => read((i * 37) % COLUMNS, (i * 101) % COLUMNS);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  for (let i = 0; i < TILES_A_ROUND; i += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => at(i + k)));
  }
  const us = ((performance.now() - start) * 1000) / TILES_A_ROUND;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuUs: (user + system) / TILES_A_ROUND, us };
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-zip-"));
try {
  const tiles = await makeTiles();
  const pathOf = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  const tiff = await openSlideFile(await pathOf("slide.tif", buildPlainTiff(tiles)));
  const storedPath = await pathOf("stored.zip", buildSet(tiles, false));
  const stored = await openSlideFile(storedPath);
  const deflated = await openSlideFile(await pathOf("deflated.zip", buildSet(tiles, true)));
  const bare = await FileBytes.open(storedPath);
  const tileBytes = Math.round(tiles.reduce((sum, { length }) => sum + length, 0) / tiles.length);
  const readers: [name: string, read: ReadTile][] = [
    ["bare read of as many bytes", (x, y) => bare.read((y * COLUMNS + x) * (tileBytes - 100), tileBytes)],
    ["tile of a TIFF", (x, y) => tiff.readTile(0, x, y)],
    ["tile of a stored zip", (x, y) => stored.readTile(0, x, y)],
    ["tile of a compressed zip", (x, y) => deflated.readTile(0, x, y)],
  ];
  const figures = new Map(readers.map(([name]) => [name, { cpuUs: [] as number[], us: [] as number[] }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, read] of readers) {
      const { cpuUs, us } = await measure(read);
      // The first round is a warm-up.
      if (round === 0) continue;
      figures.get(name)!.cpuUs.push(cpuUs);
      figures.get(name)!.us.push(us);
    }
  }
  const tiffCpu = median(figures.get("tile of a TIFF")!.cpuUs);
  console.log(`${TILES_A_ROUND} tiles of ${tileBytes} bytes, ${AT_ONCE} at once, medians of ${ROUNDS} rounds`);
  for (const [name, { cpuUs, us }] of figures) {
    const cpu = median(cpuUs);
    console.log(
      `${name.padEnd(28)} ${cpu.toFixed(1).padStart(7)} µs of processor ${median(us).toFixed(1).padStart(7)} µs  ${(cpu / tiffCpu).toFixed(2)} x TIFF`,
    );
  }
  for (const slide of [tiff, stored, deflated]) await slide.close();
  await bare.close();

  const manyPath = await pathOf("many.zip", manyEmptyFiles(MANY_FILES));
  const times: number[] = [];
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < ROUNDS; round++) {
    const file = await FileBytes.open(manyPath);
    const start = performance.now();
    const store = await ZipStore.open(file);
    times.push(performance.now() - start);
    store.forgetListing();
    collectGarbage();
    if (round === ROUNDS - 1) {
      const mib = (process.memoryUsage().arrayBuffers - before) / MIB;
      console.log(
        `a zip of ${MANY_FILES} files: opened in ${median(times).toFixed(0)} ms, kept in ${mib.toFixed(1)} MiB`,
      );
    }
    await store.close();
  }
} finally {
  await rm(folder, { recursive: true });
}
