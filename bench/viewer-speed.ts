/**
 * Time until a slide is sharp in the browser, and smoothness of motion: opening, a jump to a distant position, and five
 * seconds of zooming and panning with 0, 1,000, 10,000 and 100,000 annotations. Chromium without a GPU, 1440 x 900,
 * tiles from a local server.
 *
 * Goals (stack.md, section 11): sharp under 400 ms after opening; a distant jump in less time than opening; 55 frames
 * per second and 200 tiles during the motion, with any number of annotations.
 *
 * Measured on 2 shared cores, Node 24.21.0, Chromium 156, medians of three, at a load of 3: sharp after opening 253 ms,
 *   after a far jump 146 ms. Annotations, the map library's vector layer and our own canvas one after the other at a load
 *   of 5 (so compare the two, not with the goals), one round each:
 *                   frames a second    tiles         first paint         hover answered
 *         0              35 | 34      398 | 342       63 |  31 ms        57 |  36 ms
 *     1,000              24 | 25      302 | 297      249 | 156 ms       171 |  91 ms
 *    10,000              12 | 21      192 | 255      989 | 506 ms       839 |  41 ms
 *   100,000               2 | 15       74 | 196     6099 | 736 ms      4688 | 144 ms
 *   viewer with map library 109 | 88 kB gzipped
 *
 * Usage: node bench/viewer-speed.ts [ROUNDS]     default: 3; CHROMIUM_PATH where it is not /usr/bin/chromium
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { build, type Rollup } from "vite";
import type { BenchPage } from "./pages/viewer-page.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const TILE_PX = 256;
const DIFFERENT_TILES = 16;
const ANNOTATION_COUNTS = [0, 1_000, 10_000, 100_000];
const VIEWPORT = { width: 1440, height: 900 };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** A tile like a scanner's: smooth with noise, about 12 kB as JPEG. */
function paintTile(seed: number): Promise<Buffer> {
  const pixels = Buffer.alloc(TILE_PX * TILE_PX * 3);
  let state = seed + 1;
  for (let place = 0; place < pixels.length; place += 3) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const tone = 30 * Math.sin(place / 900 + seed) + (state / 2_147_483_648) * 24;
    pixels[place] = 205 + tone * 0.6;
    pixels[place + 1] = 130 + tone;
    pixels[place + 2] = 175 + tone * 0.7;
  }
  return sharp(pixels, { raw: { width: TILE_PX, height: TILE_PX, channels: 3 } })
    .jpeg({ quality: 75 })
    .toBuffer();
}

async function bundlePage(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rollupOptions: { input: new URL("./pages/viewer-page.ts", import.meta.url).pathname } },
  })) as Rollup.RollupOutput;
  return result.output.find((part) => part.type === "chunk")?.code ?? "";
}

const tiles = await Promise.all(Array.from({ length: DIFFERENT_TILES }, (_unused, seed) => paintTile(seed)));
const script = await bundlePage();
const style = ["viewer-palette.css", "slide-viewer.css"]
  .map((name) =>
    readFileSync(new URL(`../packages/viewer/src/${name}`, import.meta.url), "utf8").replace(/^@import.*$/m, ""),
  )
  .join("\n");
const page = `<!doctype html><style>${style} body { margin: 0 } #viewer { position: fixed; inset: 0 }</style><div id="viewer"></div><script type="module" src="/page.js"></script>`;
let servedTiles = 0;
const server = createServer((request, response) => {
  const [, place, ...rest] = (request.url ?? "").split("/");
  if (place === "tiles") {
    servedTiles += 1;
    const [z = 0, x = 0, y = 0] = rest.map(Number);
    response.setHeader("content-type", "image/jpeg");
    response.end(tiles[(z * 7 + x * 3 + y * 5) % DIFFERENT_TILES]);
  } else if (place === "page.js") {
    response.setHeader("content-type", "text/javascript");
    response.end(script);
  } else {
    response.setHeader("content-type", "text/html");
    response.end(page);
  }
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function inFreshPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const fresh = await context.newPage();
  await fresh.goto(address);
  await fresh.waitForFunction(() => "bench" in globalThis);
  const result = await work(fresh);
  await context.close();
  return result;
}
type WithBench = typeof globalThis & { session: BenchPage };

try {
  console.log(
    `viewer with map library: ${(gzipSync(script).length / 1000).toFixed(0)} kB gzipped; tile ${((tiles[0]?.length ?? 0) / 1000).toFixed(1)} kB`,
  );
  const views: { openMs: number; jumpMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    views.push(await inFreshPage((fresh) => fresh.evaluate(() => (globalThis as WithBench).session.timeViews())));
  }
  const openMs = median(views.map((view) => view.openMs));
  const jumpMs = median(views.map((view) => view.jumpMs));
  console.log(
    `sharp after opening ${openMs.toFixed(0)} ms, after a far jump ${jumpMs.toFixed(0)} ms, ratio ${(jumpMs / openMs).toFixed(2)}`,
  );
  for (const count of ANNOTATION_COUNTS) {
    const rounds: (Awaited<ReturnType<BenchPage["timeMotion"]>> & { tiles: number })[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = servedTiles;
      const motion = await inFreshPage((fresh) =>
        fresh.evaluate((wanted) => (globalThis as WithBench).session.timeMotion(wanted), count),
      );
      rounds.push({ ...motion, tiles: servedTiles - before });
    }
    const of = (name: keyof (typeof rounds)[number]): string => median(rounds.map((round) => round[name])).toFixed(0);
    console.log(
      `${String(count).padStart(6)} annotations: ${of("framesPerS")} frames/s, slowest ${of("slowestMs")} ms, ${of("tiles")} tiles, first paint ${of("firstPaintMs")} ms, hover answered in ${of("hoverMs")} ms`,
    );
  }
} finally {
  await browser.close();
  server.close();
}
