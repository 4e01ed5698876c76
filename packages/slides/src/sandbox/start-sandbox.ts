/**
 * Starts a process that can access only the files it is given and whose use of resources is limited (rule D-10, "Parser
 * sandbox").
 */
import { type ChildProcess, type SerializationType, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { BundledScripts, sandboxScripts } from "./bundled-script.ts";

export interface SandboxFence {
  /** Absolute paths of the files and folders that may be read, and of the files that may also be written. */
  readonly mayRead: readonly string[];
  readonly mayWrite: readonly string[];
  /** Processor time of all threads together. */
  readonly cpuSeconds: number;
  /** Maximum size of a written file; 0: nothing can be written. */
  readonly largestFileBytes: number;
  /** Limit of the JavaScript heap, which does not include pixels. */
  readonly heapMb: number;
}

/** Part of util-linux, so Linux only; elsewhere only the time limit and the limits of the decoders apply. */
const PRLIMIT = "/usr/bin/prlimit";
/** Lower priority than the server's own work. */
const NICENESS = 10;
/**
 * Limit of all writable memory: the heap, pixels, thread stacks. Node alone reserves some 650 MB without using them; an
 * image of 100 megapixels in several passes takes 600 MB.
 */
const MEMORY_BYTES = 2 * 2 ** 30;

const WORKSPACE = fileURLToPath(new URL("../..", import.meta.url));
const bundledScripts = new BundledScripts(sandboxScripts(WORKSPACE));

/**
 * @param order passed to the script as its only argument, as JSON.
 * @param serialization of messages; `advanced` for messages that contain bytes.
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
    // The warning says that add-ons can bypass the JavaScript permissions; prlimit limits those.
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
    // Nothing of the server's environment is passed on: it may contain secrets.
    env: { MALLOC_ARENA_MAX: "2" },
    // Not reached by the terminal's Ctrl-C, which is for the server: the server stops its sandboxes itself.
    detached: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return child;
}

/** Folder where npm installed sharp and its dependencies. */
function nodeModulesFolder(): string {
  const entry = createRequire(import.meta.url).resolve("sharp");
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
}
