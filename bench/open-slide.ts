/**
 * Cost of opening a slide and of reading a tile: time cold (the file dropped from the page cache) and warm, and memory
 * with 1,000 open slides; the lazy index compared with reading the whole index immediately, in one run.
 *
 * The slide: 40,960 x 40,960 px, levels 1, 4 and 16, JPEG tiles of 256 px and shared tables, like an SVS.
 *
 * Usage: node bench/open-slide.ts
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileBytes } from "../packages/slides/src/bytes/file-bytes.ts";
import { openSlideFile } from "../packages/slides/src/open-slide-file.ts";
import { buildTiff, type PageSpec } from "../packages/slides/src/testing/build-tiff.ts";
import { buildPicture } from "../packages/slides/src/testing/pictures.ts";
import { visitNumbers } from "../packages/slides/src/tiff/number-list-reader.ts";
import { TAG } from "../packages/slides/src/tiff/tiff-fields.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const DOWNSAMPLES = [1, 4, 16];
const ROUNDS = 41;
const OPEN_SLIDES = 1000;
const TILES_READ = 4000;
const MB = 2 ** 20;

type Mode = "lazy" | "full";

/** All tiles of all levels refer to a few stored ones: the index has its true size, the file does not. */
async function writeSlide(path: string): Promise<void> {
  const sharp = createRequire(new URL("../packages/slides/src/", import.meta.url))("sharp");
  const stored: Buffer[] = [];
  for (let seed = 0; seed < 32; seed++) {
    const { samples } = buildPicture(TILE_PX, TILE_PX, 3, seed);
    const raw = { width: TILE_PX, height: TILE_PX, channels: 3 };
    stored.push(await sharp(samples, { raw }).jpeg({ quality: 60, optimiseCoding: false }).toBuffer());
  }
  const offsets: number[] = [];
  let position = 8;
  for (const { length } of stored) {
    offsets.push(position);
    position += length + (length % 2);
  }
  const pages = DOWNSAMPLES.map((downsample, index): PageSpec => {
    const side = SIDE_PX / downsample;
    const tiles = Math.ceil(side / TILE_PX) ** 2;
    const spread = (values: readonly number[]) =>
      Array.from({ length: tiles }, (_, i) => values[(i * 7) % values.length]!);
    return {
      width: side,
      height: side,
      tile: { width: TILE_PX, height: TILE_PX },
      segments: index === 0 ? stored : [],
      compression: 7,
      photometric: 6,
      description: "Aperio Image Library v12|AppMag = 40|MPP = 0.25",
      fields: {
        [TAG.tileOffsets]: { type: 4, values: spread(offsets) },
        [TAG.tileByteCounts]: { type: 4, values: spread(stored.map(({ length }) => length)) },
      },
    };
  });
  await writeFile(path, buildTiff({ pages }));
}

/** Opens a slide and reads one tile; `full` reads the whole index first, like a reader without a lazy index. */
async function openAndRead(
  path: string,
  mode: Mode,
): Promise<{ close: () => Promise<void>; index: readonly number[] }> {
  const slide = await openSlideFile(path);
  const index: number[] = [];
  if (mode === "full") {
    const file = await FileBytes.open(path);
    for (const { picture } of slide.directory!.levels) {
      for (const list of [picture.offsets, picture.byteCounts]) {
        await visitNumbers(file, list, true, (value) => index.push(value));
      }
    }
    await file.close();
  }
  await slide.readTile(0, 80, 80);
  return { close: () => slide.close(), index };
}

function dropFromPageCache(path: string): void {
  const { status } = spawnSync("dd", [`if=${path}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
  if (status !== 0) throw new Error("dd could not drop the file from the page cache");
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

async function timeOpening(path: string, mode: Mode, isCold: boolean): Promise<number> {
  if (isCold) dropFromPageCache(path);
  const start = performance.now();
  const { close } = await openAndRead(path, mode);
  const ms = performance.now() - start;
  await close();
  return ms;
}

/** In a separate process: memory that 1,000 open slides add, and the time to open them. */
async function openMany(path: string, mode: Mode): Promise<void> {
  const { close } = await openAndRead(path, mode);
  await close();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const slides: Awaited<ReturnType<typeof openAndRead>>[] = [];
  for (let i = 0; i < OPEN_SLIDES; i++) slides.push(await openAndRead(path, mode));
  const seconds = (performance.now() - start) / 1000;
  globalThis.gc?.();
  console.log(JSON.stringify({ mb: (process.memoryUsage().rss - before) / MB, seconds }));
  for (const slide of slides) await slide.close();
}

function openManyInChild(path: string, mode: Mode): { mb: number; seconds: number } {
  const script = new URL(import.meta.url).pathname;
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, mode, path], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

async function tilesPerSecond(path: string): Promise<{ cpuUs: number; perSecond: number; edgeMs: number }> {
  const slide = await openSlideFile(path);
  const columns = SIDE_PX / TILE_PX;
  const read = (i: number) => slide.readTile(0, (i * 37) % columns, (i * 101) % columns);
  for (let i = 0; i < 500; i++) await read(i);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  for (let i = 0; i < TILES_READ; i += 32) await Promise.all(Array.from({ length: 32 }, (_, k) => read(i + k)));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await slide.close();
  return { cpuUs: (user + system) / TILES_READ, perSecond: TILES_READ / seconds, edgeMs: await edgeTileMs(path) };
}

/** A tile at the edge is cropped: measures the cost for a slide that is one pixel narrower. */
async function edgeTileMs(path: string): Promise<number> {
  const whole = await openSlideFile(path);
  const [level, ...rest] = whole.directory!.levels;
  const cut = {
    ...level!,
    facts: { ...level!.facts, width: SIDE_PX - 1 },
    picture: { ...level!.picture, width: SIDE_PX - 1 },
  };
  const slide = await openSlideFile(path, { directory: { ...whole.directory!, levels: [cut, ...rest] } });
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    await slide.readTile(0, SIDE_PX / TILE_PX - 1, i % 100);
    times.push(performance.now() - start);
  }
  await Promise.all([whole.close(), slide.close()]);
  return median(times);
}

const [mode, givenPath] = process.argv.slice(2);
if ((mode === "lazy" || mode === "full") && givenPath !== undefined) {
  await openMany(givenPath, mode);
} else {
  const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-"));
  try {
    const path = join(folder, "slide.svs");
    await writeSlide(path);
    const times = {
      coldLazy: [] as number[],
      coldFull: [] as number[],
      warmLazy: [] as number[],
      warmFull: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round++) {
      times.coldLazy.push(await timeOpening(path, "lazy", true));
      times.coldFull.push(await timeOpening(path, "full", true));
      times.warmLazy.push(await timeOpening(path, "lazy", false));
      times.warmFull.push(await timeOpening(path, "full", false));
    }
    const [coldLazy, coldFull, warmLazy, warmFull] = Object.values(times).map(median) as [
      number,
      number,
      number,
      number,
    ];
    const row = (name: string, lazy: number, full: number, unit: string, goal: string) =>
      console.log(
        `${name.padEnd(32)} ${lazy.toFixed(2).padStart(8)} ${full.toFixed(2).padStart(8)} ${unit}  ratio ${(lazy / full).toFixed(2)}  goal ${goal}`,
      );
    console.log(`${"median of".padEnd(28)} ${ROUNDS}      lazy     full`);
    row("open and first tile, cold", coldLazy, coldFull, "ms", "3 ms");
    row("open and first tile, warm", warmLazy, warmFull, "ms", "0.4 ms");
    const lazy = openManyInChild(path, "lazy");
    const full = openManyInChild(path, "full");
    row(`memory of ${OPEN_SLIDES} open slides`, lazy.mb, full.mb, "MB", "50 MB");
    row(`opening ${OPEN_SLIDES} slides`, lazy.seconds, full.seconds, "s ", "2 s");
    const tiles = await tilesPerSecond(path);
    console.log(
      `random tiles, 32 at once: ${tiles.cpuUs.toFixed(0)} µs of processor each, ${tiles.perSecond.toFixed(0)} a second; a tile at the edge, cut: ${tiles.edgeMs.toFixed(2)} ms`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
