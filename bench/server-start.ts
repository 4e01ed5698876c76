/**
 * The server's start from its bundle against its start from TypeScript modules, in turns, on one data folder.
 *
 * Prints the median wall time to "ready" in ms, the processor time of the process by then in ms (without PostgreSQL),
 * its resident memory in MB, and their ratios.
 *
 * Usage: node bench/server-start.ts [ROUNDS]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathOfServerScript, SERVER_SCRIPTS } from "../apps/server/src/platform/server-scripts.ts";
import { bundleScripts, SERVER_SCRIPT } from "../scripts/bundle-scripts.ts";

const ROOT = join(import.meta.dirname, "..");
const MODULES = join(ROOT, "apps/server/src/start.ts");
const ROUNDS = Number(process.argv[2] ?? 7);
const TICK_MS = 10;
const SETTLED_AFTER_MS = 1_000;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
}

type Figure = keyof Start;

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));

function cpuMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function memoryMbOf(pid: number | undefined): number {
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

function untilReady(server: ChildProcess): Promise<void> {
  let printed = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (piece: Buffer) => {
      printed += piece.toString();
      if (/^ready http/m.test(printed)) resolve();
    });
    server.once("exit", () => reject(new Error(`the server did not start:\n${printed}`)));
  });
}

async function measureStart(script: string): Promise<Start> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, ["--max-semi-space-size=8", script], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      PARFOCAL_DATA: join(folder, "data"),
      PARFOCAL_DEMO: "0",
      NODE_COMPILE_CACHE: join(folder, "compiled"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  await untilReady(server);
  const wallMs = performance.now() - startedAt;
  const cpuMs = cpuMsOf(server.pid);
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  const memoryMb = memoryMbOf(server.pid);
  server.kill("SIGTERM");
  await ended;
  return { wallMs, cpuMs, memoryMb };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

try {
  await bundleScripts(SERVER_SCRIPTS, SERVER_SCRIPT);
  const bundle = pathOfServerScript(new URL("../apps/server/src/start.ts", import.meta.url));
  if (bundle === MODULES) throw new Error("there is no bundle that is up to date");
  // The first of each makes the database or fills the cache of compiled code.
  for (const script of [MODULES, bundle]) await measureStart(script);

  const starts: Record<"modules" | "bundle", Start[]> = { modules: [], bundle: [] };
  for (let round = 0; round < ROUNDS; round++) {
    starts.modules.push(await measureStart(MODULES));
    starts.bundle.push(await measureStart(bundle));
  }
  const of = (kind: "modules" | "bundle", figure: Figure) => median(starts[kind].map((start) => start[figure]));
  for (const figure of ["wallMs", "cpuMs", "memoryMb"] as const) {
    const [before, after] = [of("modules", figure), of("bundle", figure)];
    console.log(
      `${figure}: modules ${before.toFixed(0)}, bundle ${after.toFixed(0)}, ratio ${(after / before).toFixed(2)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
