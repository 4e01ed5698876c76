/**
 * The server's start from its bundle compared with its start from TypeScript modules, alternating, on one data folder.
 *
 * Prints the median time to "ready" in ms, the processor time of the process until then in ms (without PostgreSQL), its
 * resident memory in MB, and their ratios.
 *
 * Usage: node bench/server-start.ts [ROUNDS]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathOfServerScript, SERVER_SCRIPTS } from "../apps/server/src/platform/server-scripts.ts";
import { bundleScripts, SERVER_SCRIPT } from "../scripts/bundle-scripts.ts";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";
import { cpuSecondsOf, median } from "./tile-servers/tile-load.ts";

const MODULES = join(import.meta.dirname, "../apps/server/src/start.ts");
const ROUNDS = Number(process.argv[2] ?? 7);
const SETTLED_AFTER_MS = 1_000;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));

function memoryMbOf(pid: number): number {
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

async function measureStart(script: string): Promise<Start> {
  const startedAt = performance.now();
  const server = startProgram(process.execPath, ["--max-semi-space-size=8", script], {
    PORT: "0",
    PARFOCAL_DATA: join(folder, "data"),
    PARFOCAL_DEMO: "0",
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  });
  await lineOf(server, /^ready http/);
  const wallMs = performance.now() - startedAt;
  const cpuMs = cpuSecondsOf([server.pid]) * 1_000;
  await wait(SETTLED_AFTER_MS);
  const memoryMb = memoryMbOf(server.pid);
  await stopProgram(server);
  return { wallMs, cpuMs, memoryMb };
}

try {
  await bundleScripts(SERVER_SCRIPTS, SERVER_SCRIPT);
  const bundle = pathOfServerScript(new URL("../apps/server/src/start.ts", import.meta.url));
  if (bundle === MODULES) throw new Error("there is no bundle that is up to date");
  // The first run of each creates the database or fills the cache of compiled code.
  for (const script of [MODULES, bundle]) await measureStart(script);

  const starts: Record<"modules" | "bundle", Start[]> = { modules: [], bundle: [] };
  for (let round = 0; round < ROUNDS; round++) {
    starts.modules.push(await measureStart(MODULES));
    starts.bundle.push(await measureStart(bundle));
  }
  const of = (kind: "modules" | "bundle", figure: keyof Start) => median(starts[kind].map((start) => start[figure]));
  for (const figure of ["wallMs", "cpuMs", "memoryMb"] as const) {
    const [before, after] = [of("modules", figure), of("bundle", figure)];
    console.log(
      `${figure}: modules ${before.toFixed(0)}, bundle ${after.toFixed(0)}, ratio ${(after / before).toFixed(2)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
