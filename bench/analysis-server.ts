/**
 * Cell analysis as experienced by users, through a separate server: previews of a view, 1 mm² and 25 mm² as jobs; their
 * duration, and the peak memory of the server's process (its database is a separate process).
 *
 * The slide: a square of the generated Ki-67 slide, halved to 0.5 µm per pixel and repeated, every second one mirrored,
 * until it has 10,000 x 10,000 px.
 *
 * Goals (issue 18): 1 mm² within 10 s, a preview within 0.5 s, under 512 MB. Results: README.md. Linux only.
 *
 * Usage: node bench/analysis-server.ts [--rounds 10] [--side 10000]     --rounds: previews; --side: of the slide, px
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { firstPreviewBox } from "@parfocal/core/cell-analysis/analysis-region.ts";
import {
  type CellAnalysis,
  createCellAnalysis,
  getCellAnalysis,
  previewCellAnalysis,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { numberFromCommandLine, percentile } from "../lab/figures.ts";
import { prepareServer, signIn } from "../lab/server-under-test.ts";
import { writePyramid } from "../packages/slides/src/pyramid/pyramid-writer.ts";
import { halved } from "./analysis/cut-region.ts";
import { drawPicture } from "./analysis/test-picture.ts";

const rounds = numberFromCommandLine("rounds", 10);
const sidePx = numberFromCommandLine("side", 10_000);
const MICROMETRES_PER_PIXEL = 0.5;
const SQUARE_PX = 2_000;
const BAND_PX = 500;
/** Areas shown by a window of 1440 x 900 at the slide's own size, and by a phone. */
const VIEWS = { "1440 x 900": [1_440, 900], "390 x 700": [390, 700] } as const;
const SETTLE_MS = 3_000;
const LOOK_MS = 100;
/** Of /proc/…/stat. */
const TICK_MS = 10;
const KIBIBYTES_PER_MEGABYTE = 1e6 / 1024;
/** The same as when `npm start` starts the server. */
const NURSERY = "--max-semi-space-size=8";

/** Bands of the slide: the image and its mirror image alternate, to the right and downwards. */
async function* bandsOf({ rgba, widthPx }: PixelRegion) {
  for (let top = 0; top < sidePx; top += BAND_PX) {
    const rows = Math.min(BAND_PX, sidePx - top);
    const rgb = new Uint8Array(3 * sidePx * rows);
    for (let row = 0, to = 0; row < rows; row += 1) {
      const y = inMirror(top + row);
      for (let column = 0; column < sidePx; column += 1, to += 3) {
        const from = 4 * (y * widthPx + inMirror(column));
        rgb[to] = rgba[from]!;
        rgb[to + 1] = rgba[from + 1]!;
        rgb[to + 2] = rgba[from + 2]!;
      }
    }
    yield { rows, rgb };
  }
}

function inMirror(place: number): number {
  const within = place % (2 * SQUARE_PX);
  return within < SQUARE_PX ? within : 2 * SQUARE_PX - 1 - within;
}

const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const slide = join(folder, "ki67.tif");
const square = halved(drawPicture("ki67", 0.6).region);
if (Math.min(square.widthPx, square.heightPx) < SQUARE_PX) throw new Error("The drawn picture is too small.");
const size = { width: sidePx, height: sidePx };
const pixelSizeUm = { x: MICROMETRES_PER_PIXEL, y: MICROMETRES_PER_PIXEL };
await writePyramid(slide, bandsOf(square), { ...size, pixelSizeUm });

const areaOf = ({ minX, minY, maxX, maxY }: Bounds): number => (maxX - minX) * (maxY - minY);

const server = await prepareServer({ slide, environment: { NODE_OPTIONS: NURSERY } });

const statusOf = (field: "VmRSS" | "VmHWM"): number => {
  const status = readFileSync(`/proc/${server.processId()}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / KIBIBYTES_PER_MEGABYTE;
};
const residentMb = (): number => statusOf("VmRSS");
const peakMb = (): number => statusOf("VmHWM");
/** Processor time of the process so far, all threads: unlike the wall time it does not depend on other load. */
const processorMs = (): number => {
  const stat = readFileSync(`/proc/${server.processId()}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user! + system!) * TICK_MS;
};
/** Resets the peak memory. */
const forgetPeak = (): void => writeFileSync(`/proc/${server.processId()}/clear_refs`, "5");

try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const settings = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];

  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  };

  const viewOf = (at: number, [width, height]: readonly [number, number]): Bounds => {
    const minX = (at * 977) % (sidePx - width);
    const minY = (at * 613) % (sidePx - height);
    return { minX, minY, maxX: minX + width, maxY: minY + height };
  };

  const preview = async (bounds: Bounds) => {
    const start = performance.now();
    const answer = await ask<{ bounds: Bounds }>("POST", previewCellAnalysis.path, {
      ...{ imageId, settings, bounds },
    });
    const ms = performance.now() - start;
    const seen = answer.bounds;
    return { ms, share: areaOf(seen) / areaOf(bounds) };
  };

  const analyse = async (widthPx: number): Promise<string> => {
    forgetPeak();
    const start = performance.now();
    const before = processorMs();
    const { id } = await ask<CellAnalysis>("POST", createCellAnalysis.path, {
      ...{ imageId, settings, regionKind: widthPx === sidePx ? "slide" : "rectangle" },
      geometry: `POLYGON((0 0,${widthPx} 0,${widthPx} ${widthPx},0 ${widthPx},0 0))`,
    });
    for (;;) {
      const { state, nucleusCount, tileCount, failure } = await ask<CellAnalysis>(
        "GET",
        getCellAnalysis.path.replace("{id}", String(id)),
      );
      if (state === "done") {
        const seconds = (performance.now() - start) / 1_000;
        return `${nucleusCount} nuclei, ${tileCount} tiles, ${seconds.toFixed(1)} s, processor ${((processorMs() - before) / 1_000).toFixed(1)} s, peak ${peakMb().toFixed(0)} MB`;
      }
      if (state !== "running") throw new Error(`the analysis ended: ${state} ${failure}`);
      await wait(LOOK_MS);
    }
  };

  await wait(SETTLE_MS);
  console.log(`server at rest: ${residentMb().toFixed(0)} MB`);
  for (const [name, view] of Object.entries(VIEWS)) {
    forgetPeak();
    const box = viewOf(0, view);
    // Like the panel when it is opened.
    const middle = firstPreviewBox(box, pixelSizeUm);
    const middleMs = middle ? (await preview(middle)).ms : 0;
    const first = await preview(box);
    const times: number[] = [];
    const before = processorMs();
    for (let at = 1; at <= rounds; at += 1) times.push((await preview(viewOf(at, view))).ms);
    const processor = (processorMs() - before) / rounds;
    console.log(
      `preview of ${name} px, ${(100 * first.share).toFixed(0)} % of it: its middle after ${middleMs.toFixed(0)} ms, all of it after ${(middleMs + first.ms).toFixed(0)} ms, then median ${percentile(times, 0.5).toFixed(0)}, slowest ${Math.max(...times).toFixed(0)} ms, processor ${processor.toFixed(0)} ms; peak ${peakMb().toFixed(0)} MB`,
    );
  }
  console.log(`1 mm²: ${await analyse(2_000)}`);
  console.log(`${((sidePx / 2_000) ** 2).toFixed(0)} mm²: ${await analyse(sidePx)}`);
  await wait(SETTLE_MS);
  console.log(`afterwards: ${residentMb().toFixed(0)} MB`);
} finally {
  await server.close();
}
process.exit();
