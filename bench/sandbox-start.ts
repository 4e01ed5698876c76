/**
 * A sandbox's start from its bundle compared with its start from TypeScript modules: both describe a TIFF, alternating.
 *
 * Prints the median time to its answer in ms, the processor time of the child in ms, and their ratios.
 *
 * Usage: node bench/sandbox-start.ts [ROUNDS]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writePyramid } from "../packages/slides/src/pyramid/pyramid-writer.ts";
import { BundledScripts, sandboxScripts } from "../packages/slides/src/sandbox/bundled-script.ts";
import { bundleScripts, SANDBOX_SCRIPT } from "../scripts/bundle-scripts.ts";

const WORKSPACE = join(import.meta.dirname, "../packages/slides");
const SCRIPT = new URL("../packages/slides/src/probe/probe-child.ts", import.meta.url);
const SIDE_PX = 1_024;
const ROUNDS = Number(process.argv[2] ?? 10);

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function* plainBands() {
  const rows = 256;
  for (let top = 0; top < SIDE_PX; top += rows) yield { rows, rgb: new Uint8Array(SIDE_PX * rows * 3).fill(200) };
}

/** Runs the script like a sandbox; a module loaded before it reads its processor time. */
function measureStart(script: string, slide: string): Promise<Start> {
  const sayCpu = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.log((user+system)/1000)})`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", sayCpu, script, JSON.stringify({ path: slide })], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { MALLOC_ARENA_MAX: "2" },
  });
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code !== 0) reject(new Error(`the child ended with ${code}`));
      else resolve({ wallMs: performance.now() - startedAt, cpuMs: Number(printed) });
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
try {
  await bundleScripts(sandboxScripts(WORKSPACE), SANDBOX_SCRIPT);
  const slide = join(folder, "slide.tif");
  await writePyramid(slide, plainBands(), { width: SIDE_PX, height: SIDE_PX });
  const modules = fileURLToPath(SCRIPT);
  const bundle = new BundledScripts(sandboxScripts(WORKSPACE)).pathOf(pathToFileURL(modules));
  if (bundle === modules) throw new Error("there is no bundle that is up to date");

  const starts: Record<"modules" | "bundle", Start[]> = { modules: [], bundle: [] };
  for (let round = 0; round < ROUNDS; round++) {
    starts.modules.push(await measureStart(modules, slide));
    starts.bundle.push(await measureStart(bundle, slide));
  }
  const of = (kind: "modules" | "bundle", figure: keyof Start) => median(starts[kind].map((start) => start[figure]));
  for (const figure of ["wallMs", "cpuMs"] as const) {
    const [before, after] = [of("modules", figure), of("bundle", figure)];
    console.log(
      `${figure}: modules ${before.toFixed(0)}, bundle ${after.toFixed(0)}, ratio ${(after / before).toFixed(2)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
