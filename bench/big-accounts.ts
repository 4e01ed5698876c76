/**
 * Cost of every reading call on a large site: 20,000 nodes, 20,000 people, 5,000 user groups and 5,000 work groups,
 * 100,000 annotations and 10,000 notes on one slide, 2,000 shares; over HTTP, sequentially, with each role. The calls
 * are those of the OpenAPI document, and the searches that are sent as POST.
 *
 * Goals: the site is created within a minute; each call responds within 500 ms with at most 1 MB, or is rejected with
 * 413 and a message about what to request instead; `/api/health` always responds within 200 ms.
 *
 * Bytes are those of the body before compression, and those on the wire. The last line is a call that only reads a
 * session; it shows how busy the machine was.
 *
 * Usage: node bench/big-accounts.ts [TIMES]     default: each call 3 times; the fastest counts
 */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { type Asked, askFor, POSTED } from "./big-accounts/asked-calls.ts";
import { fillBigSite } from "./big-accounts/fill-big-site.ts";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

const [times = 3] = process.argv.slice(2).map(Number);
const ROLES = ["administrator", "teacher", "expert", "learner"] as const;
const LONGEST_FILL_S = 60;
const LONGEST_CALL_MS = 500;
const LONGEST_HEALTH_MS = 200;
const MAX_BYTES = 1_000_000;
const HEALTH_EVERY_MS = 100;
const ROWS_PRINTED = 10;

const agent = new Agent({ keepAlive: true });

interface Answered {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  readonly wireBytes: number;
}

/** Larger by design, with the reason. */
const LARGE: Readonly<Record<string, string>> = {
  "/v2/structure/tree": "whole once, compressed; then only what has changed since (tree.ts)",
};

/** Reads a session and no content rows. */
const TRIVIAL = "GET /v2/annotation/types";

/** With compression, like a browser. */
async function ask(origin: string, token: string, { method, path, body }: Asked) {
  const startedMs = performance.now();
  const sent = request(`${origin}${path.startsWith("/iiif/") ? path : `/api${path}`}`, {
    method,
    agent,
    headers: {
      "accept-encoding": "gzip",
      "x-site-token": token,
      ...(body ? { "content-type": "application/json" } : {}),
    },
  });
  sent.end(body ? JSON.stringify(body) : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const wire = await buffer(answer);
  const ms = performance.now() - startedMs;
  const plain = answer.headers["content-encoding"] === "gzip" ? gunzipSync(wire) : wire;
  return { status: answer.statusCode ?? 0, ms, bytes: plain.length, wireBytes: wire.length, text: plain.toString() };
}

async function measure(origin: string, token: string, asked: Asked, role: string): Promise<Answered> {
  const what = `${role}: ${asked.method} ${asked.call}`;
  const answers = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await ask(origin, token, asked));
  const fastest = answers.toSorted((one, other) => one.ms - other.ms)[0] as (typeof answers)[number];
  const { status, ms, bytes, wireBytes, text } = fastest;
  const isExpected = status < 300 || [403, 404, 413].includes(status);
  if (!isExpected) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
  return { what, status, ms, bytes, wireBytes };
}

/** Polls the health endpoint. @returns a function that stops it and returns the longest wait in ms. */
function watchHealth(origin: string): () => Promise<number> {
  let isOver = false;
  const watch = async () => {
    let longestMs = 0;
    while (!isOver) {
      const startedMs = performance.now();
      const { status } = await fetch(`${origin}/api/health`);
      longestMs = Math.max(longestMs, status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY);
      await wait(HEALTH_EVERY_MS);
    }
    return longestMs;
  };
  const watching = watch();
  // An error that ends the run also stops the server; that error is the one to report.
  watching.catch(() => undefined);
  return () => {
    isOver = true;
    return watching;
  };
}

function print(title: string, rows: readonly Answered[]): void {
  console.log(`\n| ${title} | status | ms | bytes | on the wire |\n|---|---|---|---|---|`);
  for (const { what, status, ms, bytes, wireBytes } of rows)
    console.log(`| ${what} | ${status} | ${ms.toFixed(0)} | ${bytes} | ${wireBytes} |`);
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
    PARFOCAL_DEMO_PASSWORD: "bench-password",
  });
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [origin, slideId] = [shown[1] as string, Number(shown[2])];
  database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
  await database.connect();
  const startedMs = performance.now();
  const site = await fillBigSite(database, slideId);
  const fillS = (performance.now() - startedMs) / 1000;
  console.log(`made in ${fillS.toFixed(0)} s (goal ${LONGEST_FILL_S}); load ${loadavg()[0]?.toFixed(1)}`);

  const description = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Readonly<Record<string, object>>;
  };
  const calls = Object.entries(description.paths)
    .filter(([, methods]) => "get" in methods)
    .map(([path]) => path.replace(/^\/api/, ""));
  const asked = calls.map((call) => askFor(call, site)).filter((one) => one !== null);
  const endWatch = watchHealth(origin);
  const answers: Answered[] = [];
  for (const role of ROLES) {
    const token = `1.${randomBytes(32).toString("base64url")}`;
    await database.query("INSERT INTO user_session (site_id, user_id, token_sha256) VALUES (1, $1, $2)", [
      site.userIds[role],
      createHash("sha256").update(token).digest(),
    ]);
    for (const one of [...asked, ...POSTED(site)]) answers.push(await measure(origin, token, one, role));
  }
  const healthMs = await endWatch();
  print("slowest", answers.toSorted((one, other) => other.ms - one.ms).slice(0, ROWS_PRINTED));
  print("largest", answers.toSorted((one, other) => other.bytes - one.bytes).slice(0, ROWS_PRINTED));
  const isLarge = ({ what, bytes }: Answered) =>
    bytes > MAX_BYTES && !Object.keys(LARGE).some((path) => what.endsWith(path));
  const over = answers.filter((answer) => answer.ms > LONGEST_CALL_MS || isLarge(answer));
  const trivialMs = answers.find(({ what }) => what.endsWith(TRIVIAL))?.ms ?? 0;
  console.log(
    `\n${answers.length} calls, ${over.length} over ${LONGEST_CALL_MS} ms or ${MAX_BYTES} bytes; health at most ` +
      `${healthMs.toFixed(0)} ms (goal ${LONGEST_HEALTH_MS}); load ${loadavg()[0]?.toFixed(1)}; a call that reads a ` +
      `session alone ${trivialMs.toFixed(0)} ms`,
  );
} finally {
  agent.destroy();
  await database?.end();
  if (server) await stopProgram(server);
  rmSync(folder, { recursive: true, force: true });
}
