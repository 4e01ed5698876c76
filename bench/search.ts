/**
 * Cost of a search over HTTP: 1,000 and 5,000 slides in folders, each with a title, a text, tags, two custom fields and
 * an annotation, while ten other users write annotations. The relevant result is the ratio of 5,000 to 1,000.
 *
 * Goal at 5,000: p95 under 150 ms. Each search is made as a learner, whose access has to be checked; enough learners
 * are used to stay within the rate limits.
 *
 * Usage: node bench/search.ts [REQUESTS]     default: 60 a row
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [requests = 60] = process.argv.slice(2).map(Number);
const COUNTS = [1_000, 5_000] as const;
const WARM_UP_REQUESTS = 8;
const WRITERS = 10;
const WRITER_PAUSE_MS = 50;
const IN_A_FOLDER = 100;

const QUESTIONS: Readonly<Record<string, string>> = {
  "a word, 2 %": "query=podocyte",
  "a word in every text": "query=tissue",
  "a word mistyped": "query=glomerolus",
  "two words and a field": "query=kidney+tissue&fieldTitles[]=Organ&fieldValues[]=Kidney",
  "a suggestion": "query=podo&pageSize=6&facets=false",
};

/** Adds slides up to a total count, a hundred per folder. */
async function fillUpTo(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `WITH fresh AS (
       SELECT nextval('content_id') AS id, number FROM generate_series(
         (SELECT count(*) + 1 FROM item WHERE site_id = 1 AND title LIKE 'Bench %'), $1::int) AS number
     ), added AS (
       INSERT INTO item (id, site_id, kind, title, description, tags)
       SELECT id, 1, CASE WHEN number % ${IN_A_FOLDER} = 1 THEN 'folder' ELSE 'page' END,
         'Bench ' || number || ' ' || (ARRAY['Kidney', 'Liver', 'Lung', 'Skin', 'Heart'])[1 + number % 5],
         '<p>' || repeat('Some tissue of the organ, stained and scanned. ', 10)
           || CASE WHEN number % 50 = 7 THEN 'A podocyte of the glomerulus.' ELSE '' END || '</p>',
         ARRAY[(ARRAY['HE', 'PAS', 'IHC'])[1 + number % 3]]
       FROM fresh RETURNING id, title
     )
     SELECT 1 FROM added`,
    [count],
  );
  await database.query(
    `INSERT INTO placement (site_id, parent_id, item_id, position)
     SELECT 1, parent, id, base + row_number() OVER (PARTITION BY parent ORDER BY id) FROM (
       SELECT item.id, CASE WHEN item.kind = 'folder' THEN course.item_id ELSE (
           SELECT max(folder.id) FROM item folder WHERE folder.site_id = 1 AND folder.kind = 'folder'
             AND folder.title LIKE 'Bench %' AND folder.id < item.id) END AS parent,
         CASE WHEN item.kind = 'folder' THEN (SELECT coalesce(max(position), 0) FROM placement WHERE parent_id = course.item_id) ELSE 0 END AS base
       FROM item CROSS JOIN (SELECT min(item_id) AS item_id FROM course WHERE site_id = 1) AS course
       WHERE item.site_id = 1 AND item.title LIKE 'Bench %'
         AND NOT EXISTS (SELECT 1 FROM placement WHERE item_id = item.id)) AS place`,
  );
  for (const [title, values] of [
    ["Organ", "ARRAY['Kidney', 'Liver', 'Lung', 'Skin', 'Heart']"],
    ["Species", "ARRAY['Homo sapiens', 'Mus musculus', 'Rattus norvegicus']"],
  ] as const)
    await database.query(
      `INSERT INTO custom_field_value (site_id, field_id, item_id, value)
       SELECT 1, (SELECT id FROM custom_field WHERE site_id = 1 AND title = $1), id,
         (${values})[1 + id % array_length(${values}, 1)]
       FROM item WHERE site_id = 1 AND title LIKE 'Bench %'
       ON CONFLICT DO NOTHING`,
      [title],
    );
  await database.query(
    `INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
       min_x, min_y, max_x, max_y, is_student, position)
     SELECT 1, id, (SELECT min(id) FROM site_user WHERE role = 'administrator'), 211, 'Nucleus ' || id, 'seen in tissue', '',
       'POINT (5 5)', 5, 5, 5, 5, false, 1
     FROM item WHERE site_id = 1 AND title LIKE 'Bench %'
       AND NOT EXISTS (SELECT 1 FROM annotation WHERE image_id = item.id)`,
  );
  await database.query("VACUUM ANALYZE");
}

async function openSession(database: pg.Client, role: string): Promise<string> {
  const token = `1.${randomBytes(32).toString("base64url")}`;
  await database.query(
    `INSERT INTO user_session (site_id, user_id, token_sha256)
     SELECT 1, (SELECT min(id) FROM site_user WHERE role = $2), $1`,
    [createHash("sha256").update(token).digest(), role],
  );
  return token;
}

/**
 * Each adds an annotation, waits, and adds the next. @returns a function that stops them and returns the number added.
 */
function startWriters(origin: string, token: string, imageId: number): () => Promise<number> {
  let isOver = false;
  let written = 0;
  const write = async () => {
    while (!isOver) {
      const answer = await fetch(`${origin}/api/v2/annotation`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-site-token": token, origin },
        body: JSON.stringify({
          imageId,
          typeId: 211,
          title: `Cell ${written}`,
          geometry: "POLYGON ((1 1, 9 1, 9 9, 1 1))",
        }),
      });
      if (!answer.ok) throw new Error(`writing: ${answer.status} ${await answer.text()}`);
      written += 1;
      await new Promise((resolve) => setTimeout(resolve, WRITER_PAUSE_MS));
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  return async () => {
    isOver = true;
    await Promise.all(writers);
    return written;
  };
}

async function measure(origin: string, token: string, question: string): Promise<number[]> {
  const durationsMs: number[] = [];
  for (let turn = 0; turn < requests + WARM_UP_REQUESTS; turn += 1) {
    const startedMs = performance.now();
    const answer = await fetch(`${origin}/api/v2/search?${question}`, { headers: { "x-site-token": token } });
    const { total } = (await answer.json()) as { total: number };
    if (!answer.ok || total === 0) throw new Error(`${question}: ${answer.status}, ${total} found`);
    if (turn >= WARM_UP_REQUESTS) durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

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
  const [origin, imageId] = [shown[1] as string, Number(shown[2])];
  database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  await database.query("SET app.site_id = '1'");
  const writer = await openSession(database, "administrator");
  for (const title of ["Organ", "Species"])
    await database.query(
      `INSERT INTO custom_field (site_id, title, post_type, field_type, field_key)
       VALUES (1, $1, 'sz-page', 'text', lower($1))`,
      [title],
    );
  const first = new Map<string, { p50: number; p95: number }>();
  console.log("| documents | asked | p50 ms | p95 ms | p50 of 1,000's | p95 of 1,000's |\n|---|---|---|---|---|---|");
  for (const count of COUNTS) {
    await fillUpTo(database, count);
    for (const isWritten of [false, true]) {
      const stopWriters = isWritten ? startWriters(origin, writer, imageId) : async () => 0;
      for (const [what, question] of Object.entries(QUESTIONS)) {
        // Requests per person are limited: each row uses another learner.
        await database.query(
          `INSERT INTO site_user (site_id, email, display_name, role, password_hash)
           VALUES (1, $1, 'Learner', 'learner', 'none')`,
          [`${what} ${count} ${isWritten}@bench.test`],
        );
        const token = `1.${randomBytes(32).toString("base64url")}`;
        await database.query(
          `INSERT INTO user_session (site_id, user_id, token_sha256)
           SELECT 1, max(id), $1 FROM site_user`,
          [createHash("sha256").update(token).digest()],
        );
        const durationsMs = await measure(origin, token, question);
        const name = `${what}${isWritten ? ", ten write" : ""}`;
        const now = { p50: percentile(durationsMs, 0.5), p95: percentile(durationsMs, 0.95) };
        if (!first.has(name)) first.set(name, now);
        const smallest = first.get(name) as typeof now;
        const ratios = `${(now.p50 / smallest.p50).toFixed(1)} | ${(now.p95 / smallest.p95).toFixed(1)}`;
        console.log(`| ${count} | ${name} | ${now.p50.toFixed(1)} | ${now.p95.toFixed(1)} | ${ratios} |`);
      }
      const written = await stopWriters();
      if (isWritten) console.log(`| ${count} | annotations written at the same time: ${written} | | | | |`);
    }
  }
} finally {
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
