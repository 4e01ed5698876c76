/**
 * Cost of the administration of people on a site of 20,000 (`big-accounts/fill-big-site.ts`): lists, searches, the
 * groups of a person, and the explanation of why a person sees an item; over HTTP, sequentially, as an administrator.
 * Half of the people have a user name.
 *
 * Goal: p95 under 150 ms for each call.
 *
 * Usage: node bench/people.ts [REQUESTS]     default: 60 a row
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type BigSite, fillBigSite } from "./big-accounts/fill-big-site.ts";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [requests = 60] = process.argv.slice(2).map(Number);
const WARM_UP_REQUESTS = 5;
const GOAL_MS = 150;
const LAST_PAGE = 400;

interface Asked {
  readonly what: string;
  readonly path: string;
  /** Omitted: a GET. */
  readonly body?: object;
}

const callsOn = ({ userGroupId, learnerId, wideFolderId, slideId }: BigSite): readonly Asked[] => [
  ...["name", "email", "role", "newest"].map((order) => ({
    what: `list by ${order}`,
    path: `/v2/user?order=${order}`,
  })),
  { what: "list, last page", path: `/v2/user?page=${LAST_PAGE}` },
  { what: "list, learners", path: "/v2/user?role=learner" },
  { what: "list, suspended (none)", path: "/v2/user?state=suspended" },
  { what: "list, a group of 1,000", path: `/v2/user?group=${userGroupId}` },
  { what: "list, text of one", path: "/v2/user?q=person12345@" },
  { what: "list, text of all", path: "/v2/user?q=person" },
  { what: "list, text of none", path: "/v2/user?q=nobody+at+all" },
  { what: "list, a user name", path: "/v2/user?q=st-12346" },
  { what: "search of users, one", path: "/user/search/", body: { q: "person12345@" } },
  { what: "search of users, all", path: "/user/search/", body: { q: "person" } },
  { what: "search of users, none", path: "/user/search/", body: { q: "nobody at all" } },
  { what: "groups of a person in 100", path: `/v2/userGroup/user/${learnerId}` },
  { what: "why, a folder", path: `/v2/assignment/why?userId=${learnerId}&resourceId=${wideFolderId}` },
  { what: "why, a slide", path: `/v2/assignment/why?userId=${learnerId}&resourceId=${slideId}` },
];

async function ask(origin: string, token: string, { path, body }: Asked): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${origin}/api${path}`, {
    headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - startedMs;
}

async function measure(origin: string, token: string, asked: Asked): Promise<boolean> {
  for (let turn = 0; turn < WARM_UP_REQUESTS; turn += 1) await ask(origin, token, asked);
  const all: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) all.push(await ask(origin, token, asked));
  all.sort((one, other) => one - other);
  const percentile = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  console.log(`| ${asked.what} | ${percentile(0.5).toFixed(0)} | ${percentile(0.95).toFixed(0)} |`);
  return percentile(0.95) < GOAL_MS;
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
    LOG_LEVEL: "error",
  });
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [origin, slideId] = [shown[1] as string, Number(shown[2])];
  database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  const site = await fillBigSite(database, slideId);
  await database.query("UPDATE site_user SET user_name = 'st-' || id WHERE site_id = 1 AND id % 2 = 0");
  await database.query("ANALYZE site_user");
  const token = `1.${randomBytes(32).toString("base64url")}`;
  await database.query("INSERT INTO user_session (site_id, user_id, token_sha256) VALUES (1, $1, $2)", [
    site.userIds.administrator,
    createHash("sha256").update(token).digest(),
  ]);
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n\n| 20,000 people | p50 ms | p95 ms |\n|---|--:|--:|`);
  let missed = 0;
  for (const one of callsOn(site)) if (!(await measure(origin, token, one))) missed += 1;
  console.log(`\n${missed} calls over ${GOAL_MS} ms (p95); load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
