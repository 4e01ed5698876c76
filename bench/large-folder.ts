/**
 * Cost of folders with 20, 200 and 2,000 pages, each with 10 kB of text, for a learner: the folder itself, and one page
 * in it with the page before and after; over HTTP, sequentially, in one run. The relevant result is the ratio to 20.
 *
 * Usage: node bench/large-folder.ts [REQUESTS]     default: 40 a row
 */
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type pg from "pg";
import { withBenchServer } from "./bench-server.ts";

const [requests = 40] = process.argv.slice(2).map(Number);
const COUNTS = [20, 200, 2_000] as const;
const WARM_UP_REQUESTS = 5;

/** @returns the ID of the folder. */
async function addFolder(database: pg.Client, pages: number): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `WITH made AS (
       INSERT INTO item (site_id, kind, title)
       VALUES (1, 'course', 'Course of ' || $1::text), (1, 'folder', 'Folder of ' || $1::text) RETURNING id, kind
     ), course_row AS (
       INSERT INTO course (item_id, site_id, position, is_visible)
       SELECT id, 1, (SELECT coalesce(max(position), 0) + 1 FROM course WHERE site_id = 1), true
       FROM made WHERE kind = 'course' RETURNING item_id
     )
     INSERT INTO placement (site_id, parent_id, item_id, position)
     SELECT 1, item_id, (SELECT id FROM made WHERE kind = 'folder'), 1 FROM course_row RETURNING item_id AS id`,
    [pages],
  );
  const id = rows[0]?.id as number;
  await database.query(
    `WITH made AS (
       INSERT INTO item (site_id, kind, title, description)
       SELECT 1, 'page', 'Page ' || number, repeat(md5(number::text), 320) FROM generate_series(1, $2::int) AS number
       RETURNING id
     ), pages AS (INSERT INTO static_page (item_id, site_id) SELECT id, 1 FROM made)
     INSERT INTO placement (site_id, parent_id, item_id, position)
     SELECT 1, $1, id, row_number() OVER (ORDER BY id) FROM made`,
    [id, pages],
  );
  await database.query("VACUUM ANALYZE item, placement, course, static_page");
  return id;
}

async function p50Of(action: () => Promise<unknown>): Promise<number> {
  const durationsMs: number[] = [];
  for (let turn = 0; turn < requests + WARM_UP_REQUESTS; turn += 1) {
    const startedMs = performance.now();
    await action();
    if (turn >= WARM_UP_REQUESTS) durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs.toSorted((one, other) => one - other)[Math.floor(durationsMs.length / 2)] as number;
}

await withBenchServer("learner", async ({ database, ask }) => {
  const first = new Map<string, number>();
  console.log("| pages in the folder | what | p50 ms | of 20's |\n|---|---|---|---|");
  for (const pages of COUNTS) {
    const id = await addFolder(database, pages);
    const { items } = (await ask("GET", `/v2/folder/${id}`)) as Folder;
    if (items.length !== pages) throw new Error(`${items.length} pages instead of ${pages}`);
    const pageId = items[Math.floor(pages / 2)]?.id;
    const rows = { "the folder": `/v2/folder/${id}`, "one page": `/v2/staticpages/${pageId}?parent=${id}` };
    for (const [what, path] of Object.entries(rows)) {
      const p50 = await p50Of(() => ask("GET", path));
      if (!first.has(what)) first.set(what, p50);
      console.log(`| ${pages} | ${what} | ${p50.toFixed(1)} | ${(p50 / (first.get(what) as number)).toFixed(1)} |`);
    }
  }
});
