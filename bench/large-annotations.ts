/**
 * Effect of very large annotations on other users (issue 11): files of 51 MB (249 polygons of 19,000 points), one sent
 * by a learner and four by an expert, then one list and one view of the slide, while the health endpoint is requested
 * every 50 ms.
 *
 * Goals: the learner's file is rejected; no response has more than 8 MB of outlines; the view is complete; the health
 * endpoint always responds within 500 ms. The last line is PASS or FAIL.
 *
 * Usage: node bench/large-annotations.ts [IMPORTS]     default: 4 of the expert
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OUTLINES_IN_ANSWER_MAX_BYTES } from "@parfocal/core/annotation/annotation.contract.ts";
import pg from "pg";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [imports = 4] = process.argv.slice(2).map(Number);
const POLYGONS = 249;
const POINTS = 19_000;
const HEALTH_PAUSE_MS = 50;
const LONGEST_HEALTH_MS = 500;
/** Besides the outlines: titles, names, dates. */
const MAX_ANSWER_BYTES = OUTLINES_IN_ANSWER_MAX_BYTES * 1.1;

function attackFile(): string {
  const lines = Array.from({ length: POLYGONS }, (_, number) => {
    const ring = Array.from({ length: POINTS + 1 }, (_, index) => {
      const angle = ((index % POINTS) / POINTS) * 2 * Math.PI;
      const radius = (3_900 - number) * (1 + 0.1 * Math.sin(40 * angle));
      return `${Math.round(5_500 + radius * Math.cos(angle))} ${Math.round(5_500 + radius * Math.sin(angle))}`;
    });
    return `POLYGON((${ring}))`;
  });
  return lines.join("\n");
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const data = join(folder, "data");
let server: (ChildProcess & { readonly pid: number }) | undefined;
let database: pg.Client | undefined;
let isDone = false;
try {
  const slide = join(folder, "bench.tif");
  await writeBenchSlide(slide);
  server = startProgram(process.execPath, ["apps/server/src/main.ts", "--slide", slide], {
    ...{ PORT: "0", PARFOCAL_DATA: data, PARFOCAL_DEMO: "0", LOG_LEVEL: "fatal" },
    PARFOCAL_DEMO_PASSWORD: "bench-password",
  });
  const { pid } = server;
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
  await database.query(
    "UPDATE site_user SET role = 'learner' WHERE id = (SELECT user_id FROM user_session ORDER BY id DESC LIMIT 1)",
  );

  let slowestHealthMs = 0;
  const health = (async () => {
    while (!isDone) {
      const startedMs = performance.now();
      await (await fetch(`${origin}/api/health`)).arrayBuffer();
      slowestHealthMs = Math.max(slowestHealthMs, performance.now() - startedMs);
      await wait(HEALTH_PAUSE_MS);
    }
  })();
  const measured: {
    readonly what: string;
    readonly status: number;
    readonly bytes: number;
    readonly healthMs: number;
  }[] = [];
  async function ask(what: string, path: string, init: RequestInit = {}): Promise<string> {
    slowestHealthMs = 0;
    const startedMs = performance.now();
    const answer = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: { "x-site-token": token, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await answer.text();
    const tookMs = performance.now() - startedMs;
    await wait(2 * HEALTH_PAUSE_MS);
    measured.push({ what, status: answer.status, bytes: text.length, healthMs: slowestHealthMs });
    const memoryMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
    const cells = [what, answer.status, (text.length / 1e6).toFixed(2), tookMs.toFixed(0), slowestHealthMs.toFixed(0)];
    console.log(`| ${cells.join(" | ")} | ${memoryMb.toFixed(0)} |`);
    return text;
  }
  const file = attackFile();
  const send = (what: string) => {
    const form = new FormData();
    form.append("isDryRun", "false");
    form.append("file", new Blob([file]), "attack.wkt");
    return ask(what, `/v2/annotation/item/${imageId}/import`, { method: "POST", body: form });
  };
  console.log(`a file of ${(file.length / 1e6).toFixed(0)} MB`);
  console.log("| request | status | answer MB | ms | slowest health ms | peak memory MB |\n|---|---|---|---|---|---|");
  await ask("list of none", `/v2/annotation/item/${imageId}?query=mine`);
  measured.length = 0;
  await send("import as a learner");
  await database.query("UPDATE site_user SET role = 'expert' WHERE role = 'learner'");
  for (let number = 1; number <= imports; number += 1) await send(`import ${number} as an expert`);
  await ask("list of all", `/v2/annotation/item/${imageId}?query=mine`);
  const view = await ask("view of the slide", `/v2/annotation/slide/${imageId}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "all", resolution: 32 }),
  });
  isDone = true;
  await health;
  const { isComplete, inView } = JSON.parse(view) as { isComplete: boolean; inView: number };
  const faults = [
    measured[0]?.status !== 413 && "the learner's file was not refused",
    measured.some(({ bytes }) => bytes > MAX_ANSWER_BYTES) && "an answer is too large",
    !(isComplete && inView === imports * POLYGONS) && "the view is not complete",
    measured.some(({ healthMs }) => healthMs > LONGEST_HEALTH_MS) && "health was answered late",
  ].filter((fault) => fault !== false);
  console.log(faults.length === 0 ? "PASS" : `FAIL ${faults.join("; ")}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  isDone = true;
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
