/**
 * Turns a plain picture (JPEG, PNG, TIFF without usable tiles) into a tiled pyramid, in a process of its own that may
 * touch nothing but its files (rule D-10, "Parser jail").
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { resolve as resolvePath, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { SlideFileError } from "../slide-source.ts";
import type { ChildMessage } from "./conversion-child.ts";
import { type DecodeOrder, MOST_BYTES_PER_PIXEL, MOST_PX_A_SIDE } from "./decode-plain-image.ts";
import { plainImageFormatOf, SIGNATURE_BYTES } from "./plain-image-format.ts";

export interface ConversionOptions {
  /** Number of the picture in its file, from 0; the largest unless told. */
  readonly page?: number;
  readonly signal?: AbortSignal;
  /** Share of the pixels decoded and encoded so far, 0 to 1; never falls. */
  readonly onProgress?: (done: number) => void;
  /** After this the process is killed; 15 min unless told: 40,000 x 40,000 px on a slow machine. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 15 * 60_000;
/** Pixels lie outside the heap. */
const HEAP_MB = 128;
/** The temporary file of the largest picture of the deepest samples, and a little for its header. */
const LARGEST_FILE_BYTES = MOST_PX_A_SIDE ** 2 * MOST_BYTES_PER_PIXEL + 2 ** 20;
/** Of util-linux, so on Linux only; elsewhere the time limit and the bounds of the decoder must do. */
const PRLIMIT = "/usr/bin/prlimit";
/** Below the server's own work. */
const CHILD_NICENESS = 10;
const KEPT_STDERR_CHARACTERS = 2000;

/**
 * Pixels come out upright, 8-bit sRGB: the colour profile is applied, transparency lies over white, and 16-bit grey (or
 * deeper) is stretched so that the picture's own minimum is black and its maximum white. The
 * pixel size is kept where the file states one that can be a microscope's.
 *
 * Beside `outputPath` a temporary file of uncompressed pixels lies while it works, mostly 3 bytes each. If it rejects, nothing is left.
 *
 * @throws SlideFileError if the file is no such picture, is damaged, too large, or breaks its reader.
 */
export async function convertPlainImage(
  inputPath: string,
  outputPath: string,
  options: ConversionOptions = {},
): Promise<void> {
  options.signal?.throwIfAborted();
  if ((await formatOf(inputPath)) === null) {
    throw new SlideFileError("notASlide", "This file is neither a slide nor a picture (JPEG, PNG or TIFF).");
  }
  // Whole paths, since the child is allowed those and nothing else.
  const [input, output] = [resolvePath(inputPath), resolvePath(outputPath)];
  const pixelsPath = `${output}.pixels.v`;
  try {
    await runChild({ inputPath: input, page: options.page ?? null, outputPath: output, pixelsPath }, options);
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  } finally {
    await rm(pixelsPath, { force: true });
  }
}

async function formatOf(path: string) {
  const file = await open(path, "r");
  try {
    const start = new Uint8Array(SIGNATURE_BYTES);
    await file.read(start, 0, SIGNATURE_BYTES, 0);
    return plainImageFormatOf(start);
  } finally {
    await file.close();
  }
}

function runChild(
  order: DecodeOrder,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: ConversionOptions,
): Promise<void> {
  const child = startChild(order, timeLimitMs);
  let outcome: ChildMessage | null = null;
  let isOverTime = false;
  let progress = 0;
  let stderr = "";
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(() => {
    isOverTime = true;
    kill();
  }, timeLimitMs);
  signal?.addEventListener("abort", kill);
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-KEPT_STDERR_CHARACTERS);
  });
  child.on("message", (message: ChildMessage) => {
    if (message.kind !== "progress") {
      outcome = message;
    } else if (message.done > progress) {
      progress = message.done;
      onProgress?.(progress);
    }
  });

  return new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, exitSignal) => {
      const ending = new Error(`the process ended with ${exitSignal ?? code}: ${stderr}`);
      const error = signal?.aborted
        ? signal.reason
        : isOverTime
          ? new SlideFileError("tooLarge", "Turning this picture into a slide took too long.", { cause: ending })
          : errorOf(outcome, ending);
      if (error === null) resolve();
      else reject(error);
    });
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  });
}

/** @param ending how the process ended, for the log. */
function errorOf(outcome: ChildMessage | null, ending: Error): Error | null {
  switch (outcome?.kind) {
    case "done":
      return null;
    case "refused":
      return new SlideFileError(outcome.reason, outcome.message, { cause: outcome.cause || ending });
    case "failed":
      return new Error(outcome.message, { cause: ending });
    default: {
      const message = "This picture breaks the program that reads it. The file is damaged, or larger than it can read.";
      return new SlideFileError("damaged", message, { cause: ending });
    }
  }
}

function startChild(order: DecodeOrder, timeLimitMs: number): ChildProcess {
  const { inputPath, page, outputPath, pixelsPath } = order;
  const script = fileURLToPath(new URL("./conversion-child.ts", import.meta.url));
  const workspace = fileURLToPath(new URL("../..", import.meta.url));
  const node = [
    process.execPath,
    "--permission",
    "--allow-addons",
    // It warns that add-ons may do what JavaScript may not; prlimit is for those.
    "--disable-warning=SecurityWarning",
    ...[workspace, nodeModulesFolder(), inputPath, outputPath, pixelsPath].map((path) => `--allow-fs-read=${path}`),
    ...[outputPath, pixelsPath].map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${HEAP_MB}`,
    script,
    inputPath,
    String(page ?? "largest"),
    outputPath,
    pixelsPath,
  ];
  const cpuSeconds = Math.ceil(timeLimitMs / 1000) * 4;
  const limits = [PRLIMIT, `--cpu=${cpuSeconds}`, `--fsize=${LARGEST_FILE_BYTES}`, "--core=0"];
  const [command, ...parameters] = existsSync(PRLIMIT) ? [...limits, ...node] : node;
  const child = spawn(command!, parameters, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // Nothing of the server's environment: it may hold secrets.
    env: { MALLOC_ARENA_MAX: "2" },
  });
  if (child.pid !== undefined) setPriority(child.pid, CHILD_NICENESS);
  return child;
}

/** Where npm put sharp and what it needs. */
function nodeModulesFolder(): string {
  const entry = createRequire(import.meta.url).resolve("sharp");
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
}
