/**
 * Accuracy and speed of the built-in cell analyser, on images in which every nucleus is known; compared with a simple
 * method, Otsu's threshold and connected components. Found: intersection over union of the outlines at least 0.5.
 * Counted: its centroid is inside the nucleus; one per nucleus.
 *
 * Truth: the product's own generator, which knows every nucleus it draws; the masks of DeepLIIF's sample tiles;
 * QuPath's counts of OS-2.ndpi. The real images are in `../shared/data/histology` (see MANIFEST.md there); if they are
 * missing, they are skipped. The settings were tuned on kidney, liver, the left half of Ki-67, DeepLIIF 34_3 and the
 * left half of Bladder1; "held out" are the others.
 *
 * Goals (issue 18): F1 0.90 on the generated H&E and Ki-67 slides, count within 5 %; a square millimetre at 0.5 µm per pixel
 *   within 10 s, a preview of 1200 x 800 px within 0.5 s, under 512 MB. What was measured: README.md.
 *
 * Usage: node bench/analysis.ts [--speed]     --speed: time and memory alone
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CellSettings, DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { detectNuclei, MAX_REGION_PX } from "@parfocal/core/cell-analysis/detect-nuclei.ts";
import type { Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import { keepNucleiOfTile, planTiles } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import { cut, halved } from "./analysis/cut-region.ts";
import { detectPlainly } from "./analysis/plain-baseline.ts";
import { readSlide } from "./analysis/read-slide.ts";
import { countErrorOf, countF1Of, f1Of, precisionOf, recallOf, type Score, scoreNuclei } from "./analysis/score.ts";
import {
  drawPicture,
  HISTOLOGY,
  hasHistology,
  readDeepliifPictures,
  type TestPicture,
} from "./analysis/test-picture.ts";

const SPEED = "--speed";
const ROUNDS = 5;
const MIB = 2 ** 20;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Slightly more than a square millimetre, at 0.5 µm per pixel; drawn by the parent, so that drawing does not count in
 * the child's memory.
 */
const SPEED_PX = 2048;

async function measureSpeedApart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "analysis-"));
  try {
    const region = halved(drawPicture("ki67", 0.6).region);
    const path = join(folder, "region.raw");
    await writeFile(path, cut(region, { xPx: 200, yPx: 20, widthPx: SPEED_PX, heightPx: SPEED_PX }).rgba);
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), SPEED, path], { stdio: "inherit" });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In a separate process: its peak memory includes only the runtime, the image and the analyser. */
function measureSpeed(path: string): void {
  const rgba = new Uint8Array(readFileSync(path));
  const picture = { rgba, widthPx: SPEED_PX, heightPx: SPEED_PX, micrometresPerPixel: 0.5 };
  const before = process.memoryUsage().rss;
  const square = cut(picture, { xPx: 0, yPx: 0, widthPx: 2000, heightPx: 2000 });
  const settings = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];
  const preview = cut(picture, { xPx: 0, yPx: 0, widthPx: 1200, heightPx: 800 });
  const mebibytes = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`;
  console.log(`memory before: ${mebibytes(before)}`);
  for (const [name, detect] of [
    ["preview of 1200 x 800 px", () => detectNuclei(preview, settings).length],
    ["1 mm² (2000 x 2000 px) by tiles", () => detectByTiles(square, settings, 1024).nuclei.length],
    ["1 mm² as a whole", () => detectNuclei(square, settings).length],
  ] as const) {
    const wallMs: number[] = [];
    const processorMs: number[] = [];
    let count = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const usage = process.cpuUsage();
      const start = performance.now();
      count = detect();
      wallMs.push(performance.now() - start);
      const { user, system } = process.cpuUsage(usage);
      processorMs.push((user + system) / 1000);
    }
    const times = `median ${median(wallMs).toFixed(0)} ms, first ${wallMs[0]!.toFixed(0)} ms`;
    const processor = `processor median ${median(processorMs).toFixed(0)} ms, minimum ${Math.min(...processorMs).toFixed(0)} ms`;
    const peak = mebibytes(process.resourceUsage().maxRSS * 1024);
    console.log(`${name}: ${count} nuclei, ${times}, ${processor}; peak memory so far ${peak}`);
  }
}

interface Case {
  readonly picture: TestPicture;
  readonly name: string;
  readonly isHeldOut: boolean;
  readonly isCounted: (x: number, y: number) => boolean;
}

function casesOf(picture: TestPicture): Case[] {
  const middle = picture.region.widthPx / 2;
  if (picture.name === "ki67" || picture.name.startsWith("DeepLIIF Bladder1"))
    return [
      { picture, name: `${picture.name}, left half`, isHeldOut: false, isCounted: (x) => x < middle },
      { picture, name: `${picture.name}, right half`, isHeldOut: true, isCounted: (x) => x >= middle },
    ];
  const isHeldOut = ["skin-he", "DeepLIIF 22_2"].includes(picture.name);
  return [{ picture, name: picture.name, isHeldOut, isCounted: () => true }];
}

function rowOf({ name, isHeldOut }: Case, way: string, score: Score): string {
  const {
    trueCount,
    foundCount,
    truePositive,
    trueClassified,
    foundPositive,
    foundClassified,
    classified,
    rightClass,
  } = score;
  const share =
    trueClassified > 0 && foundClassified > 0
      ? `${percent(truePositive / trueClassified)} / ${percent(foundPositive / foundClassified)}, class right ${percent(rightClass / Math.max(1, classified))}`
      : "";
  const figures = [precisionOf(score), recallOf(score), f1Of(score), countF1Of(score)].map((value) => value.toFixed(3));
  const error = `${countErrorOf(score) >= 0 ? "+" : ""}${percent(countErrorOf(score))}`;
  return `| ${[name, isHeldOut ? "held out" : "tuned", way, trueCount, foundCount, ...figures, error, share].join(" | ")} |`;
}

function detectByTiles(region: PixelRegion, settings: CellSettings, tilePx: number) {
  const { widthPx, heightPx, micrometresPerPixel } = region;
  const tiles = planTiles({ region: { xPx: 0, yPx: 0, widthPx, heightPx }, micrometresPerPixel, settings, tilePx });
  const nuclei = tiles.flatMap((tile) => keepNucleiOfTile(detectNuclei(cut(region, tile.read), settings), tile));
  return { nuclei, tileCount: tiles.length };
}

/** In one piece, or by tiles if it is too large. */
function detectAll(region: PixelRegion, settings: CellSettings): Nucleus[] {
  const isWhole = region.widthPx * region.heightPx <= MAX_REGION_PX;
  return isWhole ? detectNuclei(region, settings) : detectByTiles(region, settings, 1024).nuclei;
}

/** The top left part, as large as can be analysed in one piece. */
function atMost(region: PixelRegion): PixelRegion {
  const side = Math.floor(Math.sqrt(MAX_REGION_PX));
  const [widthPx, heightPx] = [Math.min(region.widthPx, side), Math.min(region.heightPx, side)];
  return cut(region, { xPx: 0, yPx: 0, widthPx, heightPx });
}

/** By tiles and as a whole: the nuclei must be the same, except for differences at tile borders. */
function compareTiles({ region: all, stain, name }: TestPicture): string {
  const region = atMost(all);
  const settings: CellSettings = DEFAULT_CELL_SETTINGS[stain];
  const keyOf = ({ centroidPx: [x, y] }: Nucleus): string => `${x.toFixed(2)} ${y.toFixed(2)}`;
  const whole = new Set(detectNuclei(region, settings).map(keyOf));
  const { nuclei, tileCount } = detectByTiles(region, settings, 600);
  const byTiles = nuclei.map(keyOf);
  const same = byTiles.filter((key) => whole.has(key)).length;
  return `${name}: ${whole.size} as a whole, ${byTiles.length} by ${tileCount} tiles, ${same} the same to 0.01 px`;
}

async function compareWithQuPath(): Promise<void> {
  const [slide, table] = ["OS-2-ndpi.ome.tif", "OS-2-ndpi-results.tsv"];
  if (!hasHistology(slide) || !hasHistology(table)) {
    console.log("\nQuPath's counts were not compared: OS-2-ndpi.ome.tif is not in ../shared/data/histology.");
    return;
  }
  console.log("\nOS-2-ndpi, counts by QuPath 0.3.2 (held out):");
  console.log(readFileSync(new URL(table, HISTOLOGY), "utf8").trimEnd());
  const region = await readSlide(fileURLToPath(new URL(slide, HISTOLOGY)), 2, 0.227_097);
  for (const [way, detect] of [
    ["ours", detectNuclei],
    ["plain", detectPlainly],
  ] as const) {
    const found = detect(region, DEFAULT_CELL_SETTINGS["hematoxylin-dab"]);
    const share = (threshold: number) =>
      percent(found.filter(({ dabMean }) => dabMean >= threshold).length / found.length);
    console.log(`${way}: ${found.length} cells, ${share(0.2)} with DAB from 0.2, ${share(0.5)} from 0.5`);
  }
}

async function main(): Promise<void> {
  const generated = (
    [
      ["kidney-he", 0.1],
      ["liver-he", 0.18],
      ["skin-he", 0.2],
      ["ki67", 0.3],
    ] as const
  ).map(([key, scale]) => drawPicture(key, scale));
  const real = await readDeepliifPictures();
  if (real.length === 0) console.log("Real pictures were left out: ../shared/data/histology is not on this machine.");
  console.log(
    "| picture | | way | true | found | precision | recall | F1 | F1 counted | count | positive true / found |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const picture of [...generated, ...real]) {
    const settings = DEFAULT_CELL_SETTINGS[picture.stain];
    const ours = detectAll(picture.region, settings);
    const plain = detectPlainly(picture.region, settings);
    for (const one of casesOf(picture)) {
      console.log(rowOf(one, "ours", scoreNuclei(picture, ours, one.isCounted)));
      console.log(rowOf(one, "plain", scoreNuclei(picture, plain, one.isCounted)));
    }
  }
  await compareWithQuPath();
  console.log(`\n${generated.map(compareTiles).join("\n")}\n`);
  await measureSpeedApart();
}

const [option, path] = process.argv.slice(2);
if (option !== SPEED) await main();
else if (path === undefined) await measureSpeedApart();
else measureSpeed(path);
