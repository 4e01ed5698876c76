/**
 * Cost of displaying a slide with adjusted colours, and of single stains: five seconds of zooming and panning
 * unchanged, with a colour adjustment, with a single stain, and with both, alternating; and the delay until a change is
 * visible. Chromium without a GPU, 1440 x 900, tiles from a local server.
 *
 * Goal (issue 4, acceptance 6): no visible frame drops, as the ratio with and without.
 *
 * Measured on 2 shared cores without a GPU, Node 24.21.0, Chromium 156, two runs, both with a heavy load by others (17
 * and 20), where ratios differ by a fifth between runs: a colour adjustment 0.97 and 0.70 of the frames, a single stain
 * 0.92 and 0.83, both 0.56 and 0.58. When the adjustment was a CSS filter over the window, it was 0.33, and 0.44 for
 * both: without a GPU the compositor applies the filter on the processor in each frame, at the same cost for one
 * function or four. So it is a filter only while it is being changed; 250 ms later the tiles are painted with it. The
 * remaining difference is the workers' share of two cores: each tile costs 1 to 2 ms more processor time (256 px
 * square), and twice that with stains as well. The goal is met for one of them if a core is free; for both it is not
 * met on two busy cores. Nothing was measured with a GPU.
 * The first change of an adjustment is visible after 174 and 192 ms (the tiles discard their adjusted pixels), further
 * ones after 52 and 79; the tiles contain it 0.3 and 1.0 s after the last change; another stain is visible after 229
 * and 313 ms.
 *
 * Usage: node bench/colour.ts [ROUNDS]     default: 3; CHROMIUM_PATH where it is not /usr/bin/chromium
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { build, type Rollup } from "vite";
import type { BenchLook, ChangeTimes, ColourPage } from "./pages/colour-page.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const TILE_PX = 256;
const DIFFERENT_TILES = 16;
const VIEWPORT = { width: 1440, height: 900 };
const LOOKS: readonly BenchLook[] = ["plain", "adjusted", "stains", "both"];

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

/** The page's scripts by their paths, including its workers. */
async function bundlePage(): Promise<{ entry: string; files: ReadonlyMap<string, string | Uint8Array> }> {
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    worker: { format: "es" },
    build: { write: false, rollupOptions: { input: new URL("./pages/colour-page.ts", import.meta.url).pathname } },
  })) as Rollup.RollupOutput;
  const entry = output.find((part) => part.type === "chunk" && part.isEntry)?.fileName ?? "";
  return {
    entry,
    files: new Map(output.map((part) => [`/${part.fileName}`, part.type === "chunk" ? part.code : part.source])),
  };
}

const tiles = await Promise.all(Array.from({ length: DIFFERENT_TILES }, (_unused, seed) => paintTile(seed)));
const { entry, files } = await bundlePage();
const style = ["viewer-palette.css", "slide-viewer.css"]
  .map((name) =>
    readFileSync(new URL(`../packages/viewer/src/${name}`, import.meta.url), "utf8").replace(/^@import.*$/m, ""),
  )
  .join("\n");
const page = `<!doctype html><style>${style} body { margin: 0 } #viewer { position: fixed; inset: 0 }</style><div id="viewer"></div><script type="module" src="/${entry}"></script>`;
let servedTiles = 0;
const server = createServer((request, response) => {
  const [, place, ...rest] = (request.url ?? "").split("/");
  const script = files.get(request.url ?? "");
  if (place === "tiles") {
    servedTiles += 1;
    const [z = 0, x = 0, y = 0] = rest.map(Number);
    response.setHeader("content-type", "image/jpeg");
    response.setHeader("cache-control", "max-age=3600, immutable");
    response.end(tiles[(z * 7 + x * 3 + y * 5) % DIFFERENT_TILES]);
  } else if (script !== undefined) {
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
type WithBench = typeof globalThis & { session: ColourPage };

try {
  const rounds: Record<BenchLook, { framesPerS: number; slowestMs: number; tiles: number }[]> = {
    plain: [],
    adjusted: [],
    stains: [],
    both: [],
  };
  const changes: ChangeTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternating, so that a busy moment affects all of them.
    for (const look of LOOKS) {
      const before = servedTiles;
      const motion = await inFreshPage((fresh) =>
        fresh.evaluate((wanted) => (globalThis as WithBench).session.timeMotion(wanted), look),
      );
      rounds[look].push({ ...motion, tiles: servedTiles - before });
    }
    changes.push(await inFreshPage((fresh) => fresh.evaluate(() => (globalThis as WithBench).session.timeChange())));
  }
  const plain = median(rounds.plain.map(({ framesPerS }) => framesPerS));
  for (const look of LOOKS) {
    const of = (name: "framesPerS" | "slowestMs" | "tiles"): number => median(rounds[look].map((round) => round[name]));
    console.log(
      `${look.padEnd(8)} ${of("framesPerS").toFixed(0)} frames/s, ratio ${(of("framesPerS") / plain).toFixed(2)}, slowest ${of("slowestMs").toFixed(0)} ms, ${of("tiles")} tiles asked for`,
    );
  }
  const changed = (name: keyof ChangeTimes): string => median(changes.map((change) => change[name])).toFixed(0);
  console.log(
    `a first change of an adjustment is seen after ${changed("firstColourMs")} ms, further ones after ${changed("colourMs")} ms, and the tiles hold it after ${changed("bakedMs")} ms; another stain is seen after ${changed("stainMs")} ms`,
  );
} finally {
  await browser.close();
  server.close();
}
