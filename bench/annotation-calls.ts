/**
 * Cost of a slide's annotations by viewport and as a file: 1,000, 10,000 and 100,000 polygons of 24 points on one
 * slide, over HTTP, sequentially, in one run. The relevant result is the ratio of the slide with 100,000 to that with
 * 1,000; for files, per 1,000. Files are requested immediately after an import, when the database has no statistics.
 *
 * Goals at 100,000: a viewport of 2,000 px and the whole slide (as density) answer within 100 ms, p95.
 *
 * Usage: node bench/annotation-calls.ts [REQUESTS]     default: 60 a row
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXPORT_FORMAT_NAMES, type ExportFormatName } from "@parfocal/core/annotation-exchange/export-formats.ts";
import pg from "pg";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [requests = 60] = process.argv.slice(2).map(Number);
const COUNTS = [1_000, 10_000, 100_000] as const;
const WARM_UP_REQUESTS = 8;
const SLIDE_SIDE_PX = 40_960;
const VIEWPORT_PX = 2_000;

interface Row {
  readonly what: string;
  readonly body: () => object;
}

function viewportAt(): object {
  const [minX, minY] = [Math.random(), Math.random()].map((share) => share * (SLIDE_SIDE_PX - VIEWPORT_PX)) as [
    number,
    number,
  ];
  return { minX, minY, maxX: minX + VIEWPORT_PX, maxY: minY + VIEWPORT_PX };
}

const ROWS: readonly Row[] = [
  { what: `a viewport of ${VIEWPORT_PX} px`, body: () => ({ query: "all", resolution: 1, bounds: viewportAt() }) },
  { what: "the whole slide", body: () => ({ query: "all", resolution: 32 }) },
];

/** Adds random polygons up to a total count, and resets the database's statistics. */
async function fillUpTo(database: pg.Client, imageId: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
       min_x, min_y, max_x, max_y, is_student, position)
     SELECT 1, $1, (SELECT min(id) FROM site_user WHERE role = 'administrator'), 211, 'Nucleus ' || number, '', '',
       (SELECT 'POLYGON ((' || string_agg(format('%s %s',
          round((x + 20 * cos(corner * 2 * pi() / 24))::numeric, 2), round((y + 20 * sin(corner * 2 * pi() / 24))::numeric, 2)),
          ', ' ORDER BY corner) || format(', %s %s))', round((x + 20)::numeric, 2), round(y::numeric, 2))
        FROM generate_series(0, 23) AS corner),
       x - 20, y - 20, x + 20, y + 20, number % 2 = 0, number
     FROM (SELECT number, 40 + random() * $3 AS x, 40 + random() * $3 AS y
       FROM generate_series((SELECT count(*) + 1 FROM annotation WHERE image_id = $1), $2::int) AS number) AS place`,
    [imageId, count, SLIDE_SIDE_PX - 80],
  );
  await database.query("DELETE FROM pg_statistic WHERE starelid = 'annotation'::regclass");
}

/** The whole file. @returns ms per 1,000 annotations. */
async function measureFile(
  address: string,
  token: string,
  { format, count }: { format: ExportFormatName; count: number },
): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${address}?query=all&format=${format}`, { headers: { "x-site-token": token } });
  const text = await answer.text();
  if (!answer.ok || text.split("\n").length <= count)
    throw new Error(`${format}: ${answer.status}, not all of ${count}`);
  return ((performance.now() - startedMs) * 1000) / count;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

async function measure(origin: string, imageId: string, token: string, row: Row): Promise<number[]> {
  const durationsMs: number[] = [];
  for (let turn = 0; turn < requests + WARM_UP_REQUESTS; turn += 1) {
    const startedMs = performance.now();
    const answer = await fetch(`${origin}/api/v2/annotation/slide/${imageId}/`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-site-token": token },
      body: JSON.stringify(row.body()),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${row.what}: ${answer.status}`);
    if (turn >= WARM_UP_REQUESTS) durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs;
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const data = join(folder, "data");
let server: ChildProcess | undefined;
let database: pg.Client | undefined;
try {
  const slide = join(folder, "bench.tif");
  await writeBenchSlide(slide);
  server = startProgram(process.execPath, ["apps/server/src/main.ts", "--slide", slide], {
    PORT: "0",
    PARFOCAL_DATA: data,
    PARFOCAL_DEMO: "0",
    LOG_LEVEL: "fatal",
    PARFOCAL_DEMO_PASSWORD: "bench-password",
  });
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [origin, imageId] = [shown[1] as string, shown[2] as string];
  database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  const token = `1.${randomBytes(32).toString("base64url")}`;
  await database.query(
    `INSERT INTO user_session (site_id, user_id, token_sha256)
     SELECT 1, (SELECT min(id) FROM site_user WHERE role = 'administrator'), $1`,
    [createHash("sha256").update(token).digest()],
  );
  await database.query("ALTER TABLE annotation SET (autovacuum_enabled = false)");
  const files: string[] = [];
  const firstFile = new Map<ExportFormatName, number>();
  const first = new Map<Row, { p50: number; p95: number }>();
  console.log(
    "| annotations | asked for | p50 ms | p95 ms | p50 of 1,000's | p95 of 1,000's |\n|---|---|---|---|---|---|",
  );
  for (const count of COUNTS) {
    await fillUpTo(database, imageId, count);
    const address = `${origin}/api/v2/annotation/item/${imageId}/export`;
    for (const format of EXPORT_FORMAT_NAMES) {
      if (count === COUNTS[0]) await measureFile(address, token, { format, count });
      const nowMs = await measureFile(address, token, { format, count });
      if (!firstFile.has(format)) firstFile.set(format, nowMs);
      const ratio = (nowMs / (firstFile.get(format) as number)).toFixed(1);
      files.push(`| ${count} | ${format} | ${nowMs.toFixed(0)} | ${ratio} |`);
    }
    // The database would do this automatically after some time.
    await database.query("VACUUM ANALYZE annotation");
    for (const row of ROWS) {
      const durationsMs = await measure(origin, imageId, token, row);
      const now = { p50: percentile(durationsMs, 0.5), p95: percentile(durationsMs, 0.95) };
      if (!first.has(row)) first.set(row, now);
      const smallest = first.get(row) as typeof now;
      const ratios = `${(now.p50 / smallest.p50).toFixed(1)} | ${(now.p95 / smallest.p95).toFixed(1)}`;
      console.log(`| ${count} | ${row.what} | ${now.p50.toFixed(1)} | ${now.p95.toFixed(1)} | ${ratios} |`);
    }
  }
  console.log("\n| annotations | file | ms per 1,000 | of 1,000's |\n|---|---|---|---|");
  for (const line of files) console.log(line);
} finally {
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
