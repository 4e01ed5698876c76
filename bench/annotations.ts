/**
 * Very many annotations: this viewer compared with OpenSeadragon and Annotorious, with the same tiles, polygons and
 * motion, alternating in one run. Measures first paint, frames per second and tiles loaded during five seconds of
 * zooming and panning, cost of a hover, memory. Chromium without a GPU, 1440 x 900.
 *
 * Goals (stack.md, section 11): 55 frames per second and 200 tiles with any number of annotations; first paint of
 * 100,000 under 1 s; a hover answered within 16 ms; 150 MB. Results: bench/README.md.
 *
 * Usage: node bench/annotations.ts [COUNT…]     default: 1000 10000 100000; CHROMIUM_PATH where it is not /usr/bin/chromium
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { build, type Rollup } from "vite";
import type { AnnotationBench, AnnotationFigures } from "./pages/annotation-page.ts";

const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000];
const VIEWERS = ["parfocal", "annotorious"] as const;
const VIEWPORT = { width: 1440, height: 900 };
const TILE_PX = 256;
/** Timeout, after which a viewer is reported as not responding. */
const PATIENCE_MS = 120_000;
const MEGABYTE = 1_000_000;

async function bundlePage(): Promise<{ script: string; style: string }> {
  const page = new URL("./pages/annotation-page.ts", import.meta.url).pathname;
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rollupOptions: { input: page, output: { codeSplitting: false } } },
  })) as Rollup.RollupOutput;
  const script = output.find((part) => part.type === "chunk")?.code ?? "";
  const sheet = output.find((part) => part.type === "asset" && part.fileName.endsWith(".css"));
  return { script, style: sheet?.type === "asset" ? String(sheet.source) : "" };
}

const tile = await sharp({
  create: {
    width: TILE_PX,
    height: TILE_PX,
    channels: 3,
    background: "#cdb4c8",
    noise: { type: "gaussian", mean: 170, sigma: 30 },
  },
})
  .jpeg({ quality: 75 })
  .toBuffer();
const { script, style } = await bundlePage();
const ownStyle = ["viewer-palette.css", "slide-viewer.css"]
  .map((name) =>
    readFileSync(new URL(`../packages/viewer/src/${name}`, import.meta.url), "utf8").replace(/^@import.*$/m, ""),
  )
  .join("\n");
const html = `<!doctype html><style>${style}${ownStyle} body { margin: 0 } #viewer { position: fixed; inset: 0 }</style><div id="viewer"></div><script type="module" src="/page.js"></script>`;
let servedTiles = 0;
const server = createServer((request, response) => {
  const isTile = request.url?.startsWith("/tiles/") ?? false;
  if (isTile) servedTiles += 1;
  const [type, body] = isTile
    ? ["image/jpeg", tile]
    : request.url === "/page.js"
      ? ["text/javascript", script]
      : ["text/html", html];
  response.setHeader("content-type", type);
  response.end(body);
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** @returns null if it did not respond in time. */
async function measure(viewer: (typeof VIEWERS)[number], count: number) {
  // A separate browser, so that one that hangs does not delay the next one.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
  });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(address);
    await page.waitForFunction(() => "annotationBench" in globalThis);
    const before = servedTiles;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const figures = await Promise.race([
      page.evaluate(
        ([name, wanted]) =>
          (globalThis as typeof globalThis & { annotationBench: AnnotationBench }).annotationBench[name](wanted),
        [viewer, count] as const,
      ),
      new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), PATIENCE_MS);
      }),
    ]);
    clearTimeout(timer);
    return figures && { ...figures, tiles: servedTiles - before };
  } finally {
    await browser.close();
  }
}

function lineOf(viewer: string, count: number, figures: (AnnotationFigures & { tiles: number }) | null): string {
  if (!figures) return `| ${viewer} | ${count} | no answer within ${PATIENCE_MS / 1000} s | | | | | | |`;
  const { firstPaintMs, showMs, framesPerS, slowestMs, tiles, hoverMs, heapBytes } = figures;
  const numbers = [firstPaintMs, showMs, framesPerS, slowestMs, tiles, hoverMs, heapBytes / MEGABYTE];
  return `| ${viewer} | ${count} | ${numbers.map((value) => value.toFixed(value < 10 ? 1 : 0)).join(" | ")} |`;
}

try {
  console.log(
    "| viewer | annotations | first paint ms | of it handing over | frames/s | slowest frame ms | tiles | hover ms | heap MB |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const count of COUNTS) {
    for (const viewer of VIEWERS) console.log(lineOf(viewer, count, await measure(viewer, count)));
  }
} finally {
  server.close();
}
