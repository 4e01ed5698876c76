/**
 * Cost of the content tree at 1,000, 5,000 and 20,000 nodes: the whole tree, changes, a move, an order; over HTTP,
 * sequentially, in one run. 20 items per folder, 10 folders per folder. The relevant result is the ratio to 1,000.
 *
 * Goal: the whole tree of 20,000 nodes within 300 ms, p95.
 *
 * Usage: node bench/tree.ts [REQUESTS]     default: 40 a row
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import pg from "pg";
import { fillTree } from "./fill-tree.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [requests = 40] = process.argv.slice(2).map(Number);
const COUNTS = [1_000, 5_000, 20_000] as const;
const WARM_UP_REQUESTS = 5;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const data = join(folder, "data");
let server: ChildProcess | undefined;
let database: pg.Client | undefined;
try {
  server = startProgram(process.execPath, ["apps/server/src/main.ts"], {
    PORT: "0",
    PARFOCAL_DATA: data,
    PARFOCAL_DEMO: "0",
    LOG_LEVEL: "fatal",
    PARFOCAL_DEMO_PASSWORD: "bench-password",
  });
  const [, origin] = await lineOf(server, /^ready (http:\/\/\S+)\/$/);
  database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  const token = `1.${randomBytes(32).toString("base64url")}`;
  await database.query(
    `INSERT INTO user_session (site_id, user_id, token_sha256)
     SELECT 1, (SELECT min(id) FROM site_user WHERE role = 'administrator'), $1`,
    [createHash("sha256").update(token).digest()],
  );

  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const measure = async (action: (turn: number) => Promise<unknown>): Promise<number[]> => {
    const durationsMs: number[] = [];
    for (let turn = 0; turn < requests + WARM_UP_REQUESTS; turn += 1) {
      const startedMs = performance.now();
      await action(turn);
      if (turn >= WARM_UP_REQUESTS) durationsMs.push(performance.now() - startedMs);
    }
    return durationsMs;
  };

  const first = new Map<string, { p50: number; p95: number }>();
  console.log("| nodes | what | p50 ms | p95 ms | p50 of 1,000's | p95 of 1,000's |\n|---|---|---|---|---|---|");
  for (const count of COUNTS) {
    await fillTree(database, count);
    const whole = (await ask("GET", "/v2/structure/tree")) as Tree;
    if (whole.nodes.length !== count) throw new Error(`${whole.nodes.length} nodes instead of ${count}`);
    const kinds = new Map(whole.nodes.map(({ id, type }) => [id, type]));
    const folders = whole.parents.filter(({ id }) => id !== null && kinds.get(id) === "folder");
    const [from, to] = [folders[0], folders[1]].map((parent) => ({
      id: parent?.id as number,
      images: parent?.children.map(({ id }) => id).filter((id) => kinds.get(id) === "image") ?? [],
    })) as [{ id: number; images: number[] }, { id: number; images: number[] }];
    const itemId = from.images[0] as number;
    let since = whole.version;
    const rows: [what: string, action: (turn: number) => Promise<unknown>][] = [
      ["the whole tree", () => ask("GET", "/v2/structure/tree")],
      [
        "what has changed",
        async () => {
          since = ((await ask("GET", `/v2/structure/tree?since=${since}`)) as Tree).version;
        },
      ],
      [
        "a move and back",
        (turn) => {
          const [source, target] = turn % 2 === 0 ? [from, to] : [to, from];
          const body = { itemId, fromParentId: source.id, toParentId: target.id, position: 1 };
          return ask("PUT", "/v2/structure/moveItem", body);
        },
      ],
      [
        "an order of 20",
        (turn) => {
          const itemIds = turn % 2 === 0 ? to.images : to.images.toReversed();
          return ask("PUT", "/v2/structure/orderItems", { parentId: to.id, itemIds });
        },
      ],
    ];
    for (const [what, action] of rows) {
      const durationsMs = await measure(action);
      const now = { p50: percentile(durationsMs, 0.5), p95: percentile(durationsMs, 0.95) };
      if (!first.has(what)) first.set(what, now);
      const smallest = first.get(what) as typeof now;
      const ratios = `${(now.p50 / smallest.p50).toFixed(1)} | ${(now.p95 / smallest.p95).toFixed(1)}`;
      console.log(`| ${count} | ${what} | ${now.p50.toFixed(1)} | ${now.p95.toFixed(1)} | ${ratios} |`);
    }
  }
} finally {
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
