/**
 * The server is killed at random moments during the cell analysis of a whole slide. After each start the analysis resumes
 * at its current tile; in the end its nuclei are, byte by byte, those of an undisturbed run.
 *
 * Usage: node lab/kill-analysis.ts [--cycles 5] [--tiles 4] [--height 4096]     --tiles: side by side; --height: px
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CellAnalysis,
  createCellAnalysis,
  getCellAnalysis,
  listCellNuclei,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { endUnexpected, isAway, NO_ANSWER } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

/** The analyser's tile size. */
const TILE_PX = 1_024;
const SPACING_PX = 40;
const RADIUS_PX = 8;
const GLASS = 240;
const BROWN = [110, 60, 30] as const;
const BLUE = [110, 90, 170] as const;
/** 0.5 µm per pixel: the resolution of the analysis. */
const APERIO = "Aperio Image|MPP = 0.5|AppMag = 20";
/** Polling interval of the analysis, ms. */
const LOOK_MS = 20;
const MAX_MS_A_CYCLE = 30_000;

const cycles = numberFromCommandLine("cycles", 5);
const widthPx = TILE_PX * numberFromCommandLine("tiles", 4);
const heightPx = numberFromCommandLine("height", 4_096);
endWithin(180_000 + cycles * MAX_MS_A_CYCLE);

/** Nuclei in rows, each slightly displaced, so that no two tiles are equal; some are on tile borders. */
function makeSlide(): Buffer {
  const samples = Buffer.alloc(widthPx * heightPx * 3, GLASS);
  for (let row = 0; row * SPACING_PX < heightPx; row += 1)
    for (let column = 0; column * SPACING_PX < widthPx; column += 1) {
      const middleX = column * SPACING_PX + 12 + ((row * 7 + column * 3) % 16);
      const middleY = row * SPACING_PX + 12 + ((row * 5 + column * 11) % 16);
      const color = (row + column) % 3 === 0 ? BROWN : BLUE;
      for (let y = middleY - RADIUS_PX; y <= middleY + RADIUS_PX; y += 1)
        for (let x = middleX - RADIUS_PX; x <= middleX + RADIUS_PX; x += 1)
          if (x < widthPx && y < heightPx && Math.hypot(x - middleX, y - middleY) <= RADIUS_PX)
            samples.set(color, 3 * (y * widthPx + x));
    }
  return buildTiff({
    pages: [rawPage({ width: widthPx, height: heightPx, channels: 3, samples }, { description: APERIO })],
  });
}

const folder = await mkdtemp(join(tmpdir(), "parfocal-lab-slide-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const slide = join(folder, "nuclei.svs");
await writeFile(slide, makeSlide());
const server = await prepareServer({ slide });

/** @returns null if the server is unavailable. An error response ends the experiment. */
async function ask<Answer>(token: string, method: string, path: string, body?: object): Promise<Answer | null> {
  const { status, text } = await fetch(`${server.origin}/api${path}`, {
    method,
    headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch(() => ({ status: NO_ANSWER, text: "" }));
  if (isAway(status)) return null;
  if (status < 200 || status > 299) endUnexpected(`${method} ${path}`, status, text);
  return JSON.parse(text) as Answer;
}

const pathOf = ({ path }: { readonly path: string }, id: number): string => path.replace("{id}", String(id));

async function begin(token: string, imageId: number): Promise<number> {
  const settings = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];
  const geometry = `POLYGON((0 0,${widthPx} 0,${widthPx} ${heightPx},0 ${heightPx},0 0))`;
  const body = { imageId, settings, regionKind: "slide", geometry };
  const created = await ask<CellAnalysis>(token, "POST", createCellAnalysis.path, body);
  if (!created) throw new Error("the analysis was not taken");
  return created.id;
}

/** Resolves when the analysis, or this number of its tiles, is done. */
async function follow(token: string, id: number, tiles = Number.POSITIVE_INFINITY): Promise<CellAnalysis> {
  for (;;) {
    const seen = await ask<CellAnalysis>(token, "GET", pathOf(getCellAnalysis, id));
    if (seen && (seen.state !== "running" || seen.tilesDone >= tiles)) return seen;
    await pause(LOOK_MS);
  }
}

async function hashOfNuclei(token: string, id: number): Promise<string> {
  const hash = createHash("sha256");
  for (let from = 0, hasMore = true; hasMore; ) {
    const path = `${pathOf(listCellNuclei, id)}?from=${from}`;
    const answer = await ask<{ tiles: { nuclei: string }[]; next: number; hasMore: boolean }>(token, "GET", path);
    if (!answer) throw new Error("the nuclei were not answered");
    for (const { nuclei } of answer.tiles) hash.update(nuclei);
    ({ next: from, hasMore } = answer);
  }
  return hash.digest("hex");
}

try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);

  const undisturbed = await follow(token, await begin(token, imageId));
  const expected = await hashOfNuclei(token, undisturbed.id);

  const id = await begin(token, imageId);
  let kills = 0;
  let killsAtWork = 0;
  let tilesDone = 0;
  let isEachKept = true;
  while (kills < cycles) {
    const share = (kills + 1) / (cycles + 1);
    const before = await follow(token, id, Math.floor(share * undisturbed.tileCount));
    if (before.state !== "running") break;
    await pause(Math.random() * 5 * LOOK_MS);
    await server.kill();
    await server.start();
    const after = await ask<CellAnalysis>(token, "GET", pathOf(getCellAnalysis, id));
    isEachKept &&= (after?.tilesDone ?? 0) >= Math.max(before.tilesDone, tilesDone);
    tilesDone = after?.tilesDone ?? 0;
    kills += 1;
    if (after?.state === "running") killsAtWork += 1;
  }
  const resumed = await follow(token, id);
  const isEqual =
    (await hashOfNuclei(token, id)) === expected &&
    JSON.stringify(resumed.summary) === JSON.stringify(undisturbed.summary);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const hasPassed =
    [undisturbed, resumed].every(({ state }) => state === "done") &&
    undisturbed.nucleusCount > 0 &&
    isEqual &&
    isEachKept &&
    killsAtWork > 0 &&
    invariants.status === 0;
  printResult("cell analysis", hasPassed, {
    state: resumed.state,
    nuclei: isEqual ? "equal" : "changed",
    nuclei_found: resumed.nucleusCount,
    tiles: resumed.tileCount,
    kept_tiles: isEachKept ? "all" : "some lost",
    kills,
    kills_at_work: killsAtWork,
  });
} finally {
  await server.close();
}
process.exit();
