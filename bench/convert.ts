/**
 * Cost of converting a plain image into a pyramid: time, processor time and memory of `convertPlainImage` compared with
 * plain `sharp().tiff({ tile, pyramid })` and, if installed, Debian's `vips tiffsave` on the same image, each in a
 * separate process, alternating.
 *
 * Goals at 20,000 x 20,000 px: at most 2 times the time of sharp on a quiet machine; at most 2.5 times its processor
 * time (the stable figure, which decides the exit status) and 400 MB. sharp alone reports no progress, does not rotate
 * upright, and does not run in a sandbox.
 *
 * Measured on 2 cores shared with others at a load of 6 to 10, one round, Node 24.21.0, sharp 0.35.5; ratio of
 * processor time, of time (soft at such a load), memory:
 *   JPEG 2.06, 1.48, 220 MB;  PNG 1.97, 2.39, 217 MB;  TIFF (LZW) 1.57, 1.84, 224 MB
 * On a quieter machine an earlier version took 1.45 (JPEG) and 1.42 (PNG) of the time.
 *
 * Usage: node bench/convert.ts [SIDE_PX] [ROUNDS]     default: 20000 and 3
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { convertPlainImage } from "../packages/slides/src/convert/convert-plain-image.ts";

const SHARP = import.meta.resolve("sharp");
const NICENESS = 10;
const MAX_TIMES_THE_PROCESSOR_TIME = 2.5;
const MAX_PEAK_MB = 400;
/** Linux: sysconf(_SC_CLK_TCK). */
const TICKS_PER_SECOND = 100;
const SAMPLE_INTERVAL_MS = 20;
const MB = 2 ** 20;

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Runs a script that can import sharp, in a separate process. */
function runWithSharp(script: string, ...parameters: string[]): Promise<void> {
  const source = `import sharp from ${JSON.stringify(SHARP)}; const parameters = process.argv.slice(1); ${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, ...parameters], { stdio: "inherit" });
  // Same priority as the process of `convertPlainImage`: otherwise a busy machine would favour this one.
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return new Promise((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`the script ended with ${code}`))));
  });
}

/** Between a photograph and noise, like a stained section; different in each part of the image. */
const DRAW = `
  const [path, side] = [parameters[0], Number(parameters[1])];
  const cell = 1000;
  const pixels = Buffer.alloc(cell * cell * 3);
  for (let y = 0, at = 0; y < cell; y++) for (let x = 0; x < cell; x++, at += 3) {
    const stroma = Math.sin(x / 37 + 3 * Math.sin(y / 91)) + Math.sin(y / 23 + 2 * Math.sin(x / 53));
    const nucleus = Math.sin(x / 6) * Math.sin(y / 7) > 0.8 ? 90 : 0;
    const grain = Math.random() * 12;
    pixels.set([232 - 14 * stroma - nucleus - grain, 190 - 30 * stroma - 1.1 * nucleus - grain, 215 - 16 * stroma - 0.5 * nucleus - grain], at);
  }
  const tile = await sharp(pixels, { raw: { width: cell, height: cell, channels: 3 } }).png().toBuffer();
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: "white" }, limitInputPixels: false })
    .composite([{ input: tile, tile: true }]);
  await (path.endsWith(".jpg") ? picture.jpeg({ quality: 90, optimiseCoding: false })
    : path.endsWith(".png") ? picture.png({ compressionLevel: 1 })
    : picture.tiff({ compression: "lzw" })).toFile(path);`;

const PLAIN_SHARP = `
  const [input, output] = parameters;
  await sharp(input, { limitInputPixels: false, sequentialRead: true })
    .tiff({ compression: "jpeg", quality: 85, tile: true, tileWidth: 512, tileHeight: 512, pyramid: true })
    .toFile(output);`;

/** The same with Debian's libvips; false: not installed (`apt-get install libvips-tools`). */
const hasVips = spawnSync("vips", ["--version"]).status === 0;
const VIPS_SAVE = "[tile,pyramid,compression=jpeg,Q=85,tile-width=512,tile-height=512]";

function runVips(input: string, output: string): Promise<void> {
  const child = spawn("vips", ["copy", `${input}[access=sequential]`, `${output}${VIPS_SAVE}`], { stdio: "inherit" });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return new Promise((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`vips ended with ${code}`))));
  });
}

/**
 * Cost of the processes that `work` starts: processor time, and peak private memory. (libvips maps the whole input;
 * those pages belong to the file and can be dropped at any time, so they are not counted.)
 */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const seen = new Map<string, { cpuSeconds: number; peakMb: number }>();
  const timer = setInterval(() => {
    for (const pid of childrenOf(process.pid)) {
      const status = readIfThere(`/proc/${pid}/status`);
      const ticks = readIfThere(`/proc/${pid}/stat`).split(") ")[1]?.split(" ");
      const nowMb = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024;
      if (!ticks || Number.isNaN(nowMb)) continue;
      const cpuSeconds = (Number(ticks[11]) + Number(ticks[12])) / TICKS_PER_SECOND;
      seen.set(pid, { cpuSeconds, peakMb: Math.max(nowMb, seen.get(pid)?.peakMb ?? 0) });
    }
  }, SAMPLE_INTERVAL_MS);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - start) / 1000;
  const costs = [...seen.values()];
  return {
    seconds,
    cpuSeconds: costs.reduce((sum, cost) => sum + cost.cpuSeconds, 0),
    peakMb: Math.max(0, ...costs.map(({ peakMb }) => peakMb)),
  };
}

function childrenOf(pid: number): string[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) throw new Error("this measures through /proc, which only Linux has");
  return readdirSync(tasks).flatMap((task) => readIfThere(`${tasks}/${task}/children`).split(" ").filter(Boolean));
}

/** A process may end between being listed and being read. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function show(name: string, costs: readonly Cost[]): void {
  const of = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
  console.log(
    `  ${name.padEnd(8)} ${of("seconds").toFixed(2)} s, ${of("cpuSeconds").toFixed(2)} s of processor, ${of("peakMb").toFixed(0)} MB at most`,
  );
}

const side = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-"));
try {
  for (const extension of ["jpg", "png", "tif"]) {
    const input = join(folder, `picture.${extension}`);
    const output = join(folder, "pyramid.tif");
    await runWithSharp(DRAW, input, String(side));
    const ours: Cost[] = [];
    const plain: Cost[] = [];
    const vips: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      plain.push(await costOf(() => runWithSharp(PLAIN_SHARP, input, output)));
      if (hasVips) vips.push(await costOf(() => runVips(input, output)));
      ours.push(await costOf(() => convertPlainImage(input, output)));
    }
    console.log(
      `${side} x ${side} px, .${extension} of ${((await stat(input)).size / MB).toFixed(0)} MB, median of ${rounds}`,
    );
    show("sharp", plain);
    if (hasVips) show("vips", vips);
    else console.log("  skipped: vips; apt-get install --no-install-recommends libvips-tools");
    show("ours", ours);
    const ratio = (field: keyof Cost) => median(ours.map((cost, round) => cost[field] / plain[round]![field]));
    console.log(
      `  ratio    ${ratio("seconds").toFixed(2)} of the time, ${ratio("cpuSeconds").toFixed(2)} of the processor time`,
    );
    const peakMb = Math.max(...ours.map((cost) => cost.peakMb));
    if (ratio("cpuSeconds") > MAX_TIMES_THE_PROCESSOR_TIME || peakMb > MAX_PEAK_MB) process.exitCode = 1;
    await rm(input);
  }
} finally {
  await rm(folder, { recursive: true });
}
