/**
 * Memory of the server and its database together, with 1,000 slides known and 100 of them open.
 *
 * Goal (issue 2): under 300 MB in total. Counted as proportional set size, so that shared pages count once.
 *
 * Usage: node bench/memory.ts
 */
import { type ChildProcess, spawn } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { writePyramid } from "../packages/slides/src/pyramid/pyramid-writer.ts";

const SLIDES_KNOWN = 1_000;
const SLIDES_OPEN = 100;
const SIDE_PX = 2_048;
const GOAL_MB = 300;
const PASSWORD = "bench-password";

/** Proportional set size of a process, and of all its descendants in total, in MB. */
function memoryMb(root: number): { own: number; descendants: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]));
    } catch {
      // It has ended in the meantime.
    }
  }
  const isInTree = (pid: number): boolean => pid === root || (parents.has(pid) && isInTree(parents.get(pid) as number));
  const mbOf = (pid: number) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  const descendants = [...parents.keys()].filter((pid) => pid !== root && isInTree(pid));
  return { own: mbOf(root), descendants: descendants.reduce((sum, pid) => sum + mbOf(pid), 0) };
}

async function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  throw new Error(`the server ended before it said ${pattern}`);
}

async function* plainBands() {
  const rows = 256;
  for (let top = 0; top < SIDE_PX; top += rows) yield { rows, rgb: new Uint8Array(SIDE_PX * rows * 3).fill(200) };
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const data = join(folder, "data");
let server: ChildProcess | undefined;
try {
  const slide = join(folder, "bench.tif");
  await writePyramid(slide, plainBands(), { width: SIDE_PX, height: SIDE_PX });
  server = spawn(process.execPath, ["--max-semi-space-size=8", "apps/server/src/main.ts", "--slide", slide], {
    env: { ...process.env, PORT: "0", PARFOCAL_DATA: data, PARFOCAL_DEMO: "0", PARFOCAL_DEMO_PASSWORD: PASSWORD },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*course(\d+)\/i(\d+)\/$/);
  const [url, courseId] = [shown[1] as string, Number(shown[2])];

  // The other slides: rows like the first one's, and hard links to its file.
  const database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  await database.query("SELECT set_config('app.site_id', '1', false)");
  const { rows } = await database.query<{ item_id: string; slide_file_id: string }>(
    `WITH files AS (
       INSERT INTO slide_file (site_id, sha256, bytes, original_filename, state, version, format, width, height, levels)
       SELECT site_id, sha256, bytes, original_filename, state, version, format, width, height, levels FROM slide_file, generate_series(2, $1) RETURNING id
     ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM files),
     items AS (INSERT INTO item (site_id, kind, title) SELECT 1, 'image', 'Slide ' || n FROM numbered RETURNING id),
     pairs AS (SELECT i.id AS item_id, f.id AS slide_file_id, n FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM items) i JOIN numbered f USING (n)),
     images AS (INSERT INTO image (item_id, site_id, slide_file_id) SELECT item_id, 1, slide_file_id FROM pairs),
     placements AS (INSERT INTO placement (site_id, parent_id, item_id, position) SELECT 1, $2, item_id, n + 1 FROM pairs)
     SELECT item_id, slide_file_id FROM pairs ORDER BY n`,
    [SLIDES_KNOWN, courseId],
  );
  await database.end();
  for (const { slide_file_id: id } of rows) {
    mkdirSync(join(data, "slides", "1", id), { recursive: true });
    linkSync(slide, join(data, "slides", "1", id, "original"));
  }

  const session = (await (
    await fetch(`${url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "admin@demo.test", password: PASSWORD }),
    })
  ).json()) as { token: string };
  const headers = { "x-site-token": session.token };
  const course = (await (await fetch(`${url}/api/v2/course/${courseId}`, { headers })).json()) as { items: unknown[] };
  for (const { item_id: id } of rows.slice(0, SLIDES_OPEN)) {
    const image = (await (await fetch(`${url}/api/v2/image/${id}`, { headers })).json()) as {
      slideInformation: { tilesMapUrl: string };
    };
    for (const z of [0, 1, 2]) {
      const tile = await fetch(
        url + image.slideInformation.tilesMapUrl.replace("{z}", String(z)).replace("{x}", "0").replace("{y}", "0"),
        { headers },
      );
      if (!tile.ok) throw new Error(`a tile was answered with ${tile.status}`);
      await tile.arrayBuffer();
    }
  }
  const { own, descendants } = memoryMb(server.pid as number);
  const usedMb = own + descendants;
  console.log(
    `${course.items.length} slides known, ${SLIDES_OPEN} open: ${usedMb.toFixed(0)} MB in all, the server ${own.toFixed(0)}, the database ${descendants.toFixed(0)} (goal: under ${GOAL_MB} MB)`,
  );
  if (usedMb >= GOAL_MB) process.exitCode = 1;
} finally {
  const ended =
    server && new Promise((resolve) => (server?.exitCode === null ? server.once("exit", resolve) : resolve(null)));
  server?.kill("SIGINT");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
