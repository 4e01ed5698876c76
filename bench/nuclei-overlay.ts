/**
 * 100,000 nuclei on a slide: cost of a frame during panning and zooming, as a multiple of the same motion without
 * nuclei, alternating in one page. Far: all of them in view; middle: thousands; near: hundreds, with their outlines.
 * Chromium without a GPU, 1440 x 900.
 *
 * Goal (issue 18): "an overlay that stays fast with 100,000 nuclei". Results: bench/README.md.
 *
 * Usage: node bench/nuclei-overlay.ts [COUNT]     default: 100000; CHROMIUM_PATH where it is not /usr/bin/chromium
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { build, type Rollup } from "vite";
import type { Distance, NucleiBench, OverlayFigures } from "./pages/nuclei-page.ts";

const COUNT = Number(process.argv[2] ?? 100_000);
const ROUNDS = 3;
const DISTANCES: readonly Distance[] = ["far", "middle", "near"];
const TILE_PX = 256;

async function bundlePage(): Promise<string> {
  const page = new URL("./pages/nuclei-page.ts", import.meta.url).pathname;
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rollupOptions: { input: page, output: { codeSplitting: false } } },
  })) as Rollup.RollupOutput;
  return output.find((part) => part.type === "chunk")?.code ?? "";
}

const noise = { type: "gaussian", mean: 170, sigma: 30 } as const;
const tile = await sharp({
  create: { width: TILE_PX, height: TILE_PX, channels: 3, background: "#cdb4c8", noise },
})
  .jpeg({ quality: 75 })
  .toBuffer();
const script = await bundlePage();
const style = ["viewer-palette.css", "slide-viewer.css"]
  .map((name) =>
    readFileSync(new URL(`../packages/viewer/src/${name}`, import.meta.url), "utf8").replace(/^@import.*$/m, ""),
  )
  .join("\n");
const html = `<!doctype html><style>${style} body { margin: 0 } #viewer { position: fixed; inset: 0 }</style><div id="viewer"></div><script type="module" src="/page.js"></script>`;
const server = createServer((request, response) => {
  const [type, body] = request.url?.startsWith("/tiles/")
    ? ["image/jpeg", tile]
    : request.url === "/page.js"
      ? ["text/javascript", script]
      : ["text/html", html];
  response.setHeader("content-type", type);
  response.end(body);
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

type Bench = typeof globalThis & { nucleiBench: NucleiBench };

const show = (page: Page, count: number): Promise<number> =>
  page.evaluate((wanted) => (globalThis as Bench).nucleiBench.show(wanted), count);

const move = (page: Page, distance: Distance): Promise<OverlayFigures> =>
  page.evaluate((wanted) => (globalThis as Bench).nucleiBench.move(wanted), distance);

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

async function measure(page: Page): Promise<void> {
  const shows: number[] = [];
  const rows = DISTANCES.map((distance) => ({
    distance,
    without: [] as OverlayFigures[],
    with: [] as OverlayFigures[],
  }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const row of rows)
      for (const kind of ["without", "with"] as const) {
        const showMs = await show(page, kind === "with" ? COUNT : 0);
        if (kind === "with") shows.push(showMs);
        row[kind].push(await move(page, row.distance));
      }
  console.log(`${COUNT} nuclei; shown after ${middle(shows).toFixed(0)} ms`);
  console.log("| seen from | frame without, ms | with | ratio | p95 without | with | ratio | hover without | with |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const row of rows) {
    const of = (kind: "without" | "with", figure: keyof OverlayFigures): number =>
      middle(row[kind].map((figures) => figures[figure]));
    const pair = (figure: keyof OverlayFigures): [number, number] => [of("without", figure), of("with", figure)];
    const [median, p95, hover] = [pair("medianMs"), pair("p95Ms"), pair("hoverMs")];
    const numbers = [...median, median[1] / median[0], ...p95, p95[1] / p95[0], ...hover];
    console.log(`| ${[row.distance, ...numbers.map((value) => value.toFixed(1))].join(" | ")} |`);
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => "nucleiBench" in globalThis);
  await page.evaluate(() => (globalThis as Bench).nucleiBench.open());
  await measure(page);
} finally {
  await browser.close();
  server.close();
}
