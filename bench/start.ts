/**
 * From `npm start` on a warm machine (installed, built, started before) to the first page.
 *
 * Goal (issue 2): under 5 s. Printed beside the bare start of npm, so that a busy machine is visible.
 *
 * Usage: node bench/start.ts
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const GOAL_S = 5;
const ROUNDS = 3;

async function untilReady(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const match = /^ready (\S+)/.exec(line);
    if (match) return match[1] as string;
  }
  throw new Error("the server ended before it was ready");
}

const endOf = (child: ChildProcess) =>
  new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve(null)));

async function secondsToFirstPage(data: string): Promise<number> {
  const start = performance.now();
  const child = spawn("npm", ["start"], {
    env: { ...process.env, PORT: "0", PARFOCAL_DATA: data, PARFOCAL_DEMO: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    const page = await fetch(await untilReady(child), { headers: { accept: "text/html" } });
    if (!page.ok) throw new Error(`the first page was answered with ${page.status}`);
    await page.text();
    return (performance.now() - start) / 1000;
  } finally {
    // Like Ctrl-C: signals the whole group.
    process.kill(-(child.pid as number), "SIGINT");
    await endOf(child);
  }
}

async function secondsOfNpm(): Promise<number> {
  const start = performance.now();
  await endOf(spawn("npm", ["--version"], { stdio: "ignore" }));
  return (performance.now() - start) / 1000;
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
try {
  const data = join(folder, "data");
  await secondsToFirstPage(data);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await secondsToFirstPage(data));
  const middle = times.toSorted((one, other) => one - other)[1] as number;
  const npm = await secondsOfNpm();
  console.log(
    `npm start to first page: ${middle.toFixed(2)} s (goal: under ${GOAL_S} s), ${(middle / npm).toFixed(1)} times npm's own start of ${npm.toFixed(2)} s`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
