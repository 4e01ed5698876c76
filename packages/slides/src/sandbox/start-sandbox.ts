/**
 * Starts a process that may touch nothing but the files it is given, and not use more of the machine than it is allowed
 * (rule D-10, "Parser sandbox").
 */
import { type ChildProcess, type SerializationType, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { BundledScripts, sandboxScripts } from "./bundled-script.ts";

export interface SandboxFence {
  /** Whole paths of the files and folders that may be read, and of the files that may also be written. */
  readonly mayRead: readonly string[];
  readonly mayWrite: readonly string[];
  /** Processor time, of all threads together. */
  readonly cpuSeconds: number;
  /** No file may become larger; 0: nothing can be written at all. */
  readonly largestFileBytes: number;
  /** Of JavaScript; pixels lie outside the heap. */
  readonly heapMb: number;
}

/** Of util-linux, so on Linux only; elsewhere the time limit and the bounds of the decoders must do. */
const PRLIMIT = "/usr/bin/prlimit";
/** Below the server's own work. */
const NICENESS = 10;
/**
 * Everything that can be written to: the heap, pixels, the stacks of threads. Node alone sets some 650 MB apart without
 * using them; a picture of 100 megapixels in several passes takes 600 MB.
 */
const MEMORY_BYTES = 2 * 2 ** 30;

const WORKSPACE = fileURLToPath(new URL("../..", import.meta.url));
const bundledScripts = new BundledScripts(sandboxScripts(WORKSPACE));

/**
 * @param order given to the script as its only parameter, as JSON.
 * @param serialization of messages; `advanced` for those that contain bytes.
 */
export function startSandbox(
  script: URL,
  order: unknown,
  fence: SandboxFence,
  serialization: SerializationType = "json",
): ChildProcess {
  const node = [
    process.execPath,
    "--permission",
    "--allow-addons",
    // It warns that add-ons may do what JavaScript may not; prlimit is for those.
    "--disable-warning=SecurityWarning",
    ...[WORKSPACE, nodeModulesFolder(), ...fence.mayRead, ...fence.mayWrite].map((path) => `--allow-fs-read=${path}`),
    ...fence.mayWrite.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${fence.heapMb}`,
    bundledScripts.pathOf(script),
    JSON.stringify(order),
  ];
  const limits = [
    PRLIMIT,
    `--cpu=${Math.ceil(fence.cpuSeconds)}`,
    `--fsize=${fence.largestFileBytes}`,
    `--data=${MEMORY_BYTES}`,
    "--core=0",
  ];
  const [command, ...parameters] = existsSync(PRLIMIT) ? [...limits, ...node] : node;
  const child = spawn(command!, parameters, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization,
    // Nothing of the server's environment: it may hold secrets.
    env: { MALLOC_ARENA_MAX: "2" },
    // Out of reach of the terminal's Ctrl-C, which is for the server: it stops its sandboxes itself.
    detached: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return child;
}

/** Where npm put sharp and what it needs. */
function nodeModulesFolder(): string {
  const entry = createRequire(import.meta.url).resolve("sharp");
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
}
