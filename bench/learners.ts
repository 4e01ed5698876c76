/**
 * The start of a course: 200 learners, each with a separate session, open a slide at the same moment; first all the
 * same one, then each a different one. Each requests the slide's facts and then the 40 tiles of a viewport over six
 * connections, like a browser. The load generator shares the machine with the server.
 *
 * Usage: node bench/learners.ts [LEARNERS]     default: 200
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { TILES_A_SIDE, writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [learners = 200] = process.argv.slice(2).map(Number);
/** Columns and rows of tiles in a viewport. */
const VIEWPORT = { columns: 8, rows: 5 };
const CONNECTIONS_OF_A_BROWSER = 6;
/** Value of the server's `retry-after`. */
const BUSY_MS = 1_000;
const PASSWORD = "bench-password";

interface Learner {
  readonly token: string;
  readonly agent: Agent;
  /** Upper left of the viewport, in tiles. */
  readonly place: { readonly x: number; readonly y: number };
}

/** Number of responses "busy, try again in a moment" in the round, which the browser obeys. */
let busyAnswers = 0;

async function ask(origin: string, path: string, learner: Learner): Promise<Buffer> {
  for (;;) {
    const { status, bytes } = await askOnce(origin, path, learner);
    if (status === 200) return bytes;
    if (status !== 503) throw new Error(`${path}: ${status}`);
    busyAnswers += 1;
    await wait(BUSY_MS);
  }
}

function askOnce(origin: string, path: string, { token, agent }: Learner) {
  return new Promise<{ status: number | undefined; bytes: Buffer }>((resolve, reject) => {
    const sent = get(origin + path, { agent, headers: { "x-site-token": token } }, async (response) => {
      const pieces: Buffer[] = await response.toArray();
      resolve({ status: response.statusCode, bytes: Buffer.concat(pieces) });
    });
    sent.on("error", reject);
  });
}

/** @returns ms of each tile, from the request to its last byte; and until the viewport was full. */
async function openSlide(origin: string, imageId: string, learner: Learner) {
  const startedMs = performance.now();
  const image = JSON.parse((await ask(origin, `/api/v2/image/${imageId}`, learner)).toString()) as {
    slideInformation: { tilesMapUrl: string };
  };
  const template = image.slideInformation.tilesMapUrl.replace("{z}", "0");
  const wanted = Array.from({ length: VIEWPORT.columns * VIEWPORT.rows }, (_, index) => {
    const x = learner.place.x + (index % VIEWPORT.columns);
    const y = learner.place.y + Math.floor(index / VIEWPORT.columns);
    return template.replace("{x}", String(x)).replace("{y}", String(y));
  });
  const tilesMs: number[] = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS_OF_A_BROWSER }, async () => {
      for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
        const sentMs = performance.now();
        await ask(origin, path, learner);
        tilesMs.push(performance.now() - sentMs);
      }
    }),
  );
  return { tilesMs, viewportMs: performance.now() - startedMs };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

const megabytesOf = (pid: number, field: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Creates sessions of the administrator, and copies of the slide's rows and of its file. */
async function fillInstallation(data: string, slide: string, firstImageId: string) {
  const database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  await database.query("SELECT set_config('app.site_id', '1', false)");
  const tokens = Array.from({ length: learners }, () => `1.${randomBytes(32).toString("base64url")}`);
  await database.query(
    `INSERT INTO user_session (site_id, user_id, token_sha256)
     SELECT 1, (SELECT min(id) FROM site_user WHERE role = 'administrator'), unnest($1::bytea[])`,
    [tokens.map((token) => createHash("sha256").update(token).digest())],
  );
  const { rows } = await database.query<{ item_id: string; slide_file_id: string }>(
    `WITH files AS (
       INSERT INTO slide_file (site_id, sha256, bytes, original_filename, state, version, format, width, height, levels)
       SELECT site_id, sha256, bytes, original_filename, state, version, format, width, height, levels FROM slide_file, generate_series(2, $1) RETURNING id
     ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM files),
     items AS (INSERT INTO item (site_id, kind, title) SELECT 1, 'image', 'Slide ' || n FROM numbered RETURNING id),
     pairs AS (SELECT i.id AS item_id, f.id AS slide_file_id, n FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM items) i JOIN numbered f USING (n)),
     images AS (INSERT INTO image (item_id, site_id, slide_file_id) SELECT item_id, 1, slide_file_id FROM pairs),
     placements AS (INSERT INTO placement (site_id, parent_id, item_id, position)
       SELECT 1, (SELECT parent_id FROM placement WHERE item_id = $2), item_id, n + 1 FROM pairs)
     SELECT item_id, slide_file_id FROM pairs ORDER BY n`,
    [learners, firstImageId],
  );
  await database.end();
  for (const { slide_file_id: id } of rows) {
    mkdirSync(join(data, "slides", "1", id), { recursive: true });
    linkSync(slide, join(data, "slides", "1", id, "original"));
  }
  return { tokens, imageIds: [firstImageId, ...rows.map((row) => row.item_id)] };
}

/** Since the last query, in ms. */
async function eventLoopDelay(server: ChildProcess): Promise<{ p95: number; most: number }> {
  const said = new Promise<RegExpExecArray>((resolve) => {
    const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      const match = /^event loop (\S+) (\S+) (\S+)$/.exec(line);
      if (match) resolve(match);
    });
  });
  server.kill("SIGUSR2");
  const [, , p95, most] = await said;
  return { p95: Number(p95), most: Number(most) };
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const data = join(folder, "data");
let server: (ChildProcess & { readonly pid: number }) | undefined;
try {
  const slide = join(folder, "bench.tif");
  await writeBenchSlide(slide);
  const program = ["--max-semi-space-size=8", "--import", "./bench/tile-servers/watch-event-loop.ts"];
  server = startProgram(process.execPath, [...program, "apps/server/src/main.ts", "--slide", slide], {
    PORT: "0",
    PARFOCAL_DATA: data,
    PARFOCAL_DEMO: "0",
    // Counted as usual, but never exceeded: here a few sessions request the tiles of hundreds of learners.
    PARFOCAL_PICTURES_PER_SECOND: "1000000",
    LOG_LEVEL: "fatal",
    PARFOCAL_DEMO_PASSWORD: PASSWORD,
  });
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [origin, firstImageId] = [shown[1] as string, shown[2] as string];
  const { tokens, imageIds } = await fillInstallation(data, slide, firstImageId);
  await eventLoopDelay(server);
  console.log(
    `| ${learners} learners open | tile p50 | p95 | p99 | viewport of 40 p95 | event loop p95 | most | busy | memory |`,
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const [what, imageOf] of [
    ["the same slide", () => firstImageId],
    ["a slide each", (index: number) => imageIds[index] as string],
  ] as const) {
    const people = tokens.map(
      (token, index): Learner => ({
        token,
        agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS_OF_A_BROWSER }),
        place: { x: (index * 7) % (TILES_A_SIDE - VIEWPORT.columns), y: (index * 11) % (TILES_A_SIDE - VIEWPORT.rows) },
      }),
    );
    busyAnswers = 0;
    const results = await Promise.all(people.map((learner, index) => openSlide(origin, imageOf(index), learner)));
    for (const { agent } of people) agent.destroy();
    const tiles = results.flatMap(({ tilesMs }) => tilesMs);
    const { p95, most } = await eventLoopDelay(server);
    const times = [percentile(tiles, 0.5), percentile(tiles, 0.95), percentile(tiles, 0.99)].map(Math.round);
    const viewport = percentile(
      results.map(({ viewportMs }) => viewportMs),
      0.95,
    );
    console.log(
      `| ${what} | ${times.join(" ms | ")} ms | ${Math.round(viewport)} ms | ${Math.round(p95)} ms | ${Math.round(most)} ms | ${busyAnswers} | ${Math.round(megabytesOf(server.pid, "VmRSS"))} MB (at most ${Math.round(megabytesOf(server.pid, "VmHWM"))}) |`,
    );
  }
} finally {
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
