/**
 * Converts a slide that another program reads to our pyramid format: a TIFF with tiles of 512 px and, in its
 * description, the program's properties of the slide.
 */
import { mkdir, rename, rm, stat, symlink } from "node:fs/promises";
import { join, resolve as resolvePath } from "node:path";
import { programMissing, programRejected } from "../formats/foreign/foreign-formats.ts";
import type { ForeignSlide } from "../opening/convertible-file.ts";
import { probeInSandbox } from "../probe/probe-in-sandbox.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import { SlideFileError } from "../slide-source.ts";
import type { ConversionOptions } from "./conversion-options.ts";
import { findProgram } from "./find-program.ts";
import { type ProgramEnding, runProgram } from "./run-program.ts";
import type { UnpackOrder } from "./unpack-set.ts";

const TIME_LIMIT_MS = 4 * 60 * 60_000;
const UNPACK_TIME_LIMIT_MS = 60 * 60_000;
const CPU_SECONDS_PER_SECOND = 2;
const HEAP_MB = 512;
const LARGEST_FILE_BYTES = 256 * 2 ** 30;
/** Fraction of the work for unpacking a set. */
const UNPACKING_SHARE = 0.1;

const TIFF_OPTIONS =
  "compression=jpeg,Q=90,tile,tile-width=512,tile-height=512,pyramid,bigtiff,properties,region-shrink=mean";
const DISK_FULL = /No space left|Disk quota exceeded|write error/i;
/** Output of libvips: `vips temp-1: 1024 x 768 pixels, 2 threads, … 45% complete`. */
const PERCENT = /(\d{1,3})% complete/g;

/** @throws SlideFileError if there is no program, or it cannot read the slide. Nothing is left at the output path. */
export async function convertForeign(
  inputPath: string,
  outputPath: string,
  { formatName, entry }: ForeignSlide,
  { signal, onProgress, foreignPrograms }: ConversionOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const program = await findProgram(foreignPrograms);
  if (program === null) throw programMissing(formatName);
  const folder = `${resolvePath(outputPath)}.foreign`;
  const set = join(folder, "set");
  const ownFolder = join(folder, "work");
  try {
    await mkdir(set, { recursive: true, mode: 0o700 });
    await mkdir(ownFolder, { mode: 0o700 });
    const unpackingShare = entry === undefined ? 0 : UNPACKING_SHARE;
    if (entry === undefined) {
      // A name without characters that have a special meaning for the program.
      await symlink(resolvePath(inputPath), join(set, "slide"));
    } else {
      await unpack(inputPath, set, signal, (done) => onProgress?.(done * unpackingShare));
    }
    let reported = 0;
    const ending = await runProgram({
      program,
      parameters: [
        "--vips-progress",
        "openslideload",
        join("..", "set", entry ?? "slide"),
        `slide.tif[${TIFF_OPTIONS}]`,
        "--rgb",
        "--autocrop",
        "--access",
        "sequential",
      ],
      folder: ownFolder,
      largestFileBytes: LARGEST_FILE_BYTES,
      timeLimitMs: TIME_LIMIT_MS,
      signal,
      onPrinted: (text) => {
        for (const [, percent] of text.matchAll(PERCENT)) {
          if (Number(percent) <= reported || Number(percent) > 100) continue;
          reported = Number(percent);
          onProgress?.(unpackingShare + (reported / 100) * (1 - unpackingShare));
        }
      },
    });
    if (ending.code !== 0) throw programError(formatName, ending);
    const made = join(ownFolder, "slide.tif");
    if ((await probeInSandbox(made, { ...(signal && { signal }) })).kind !== "slide")
      throw programRejected(formatName, ending);
    await rename(made, outputPath);
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(
  inputPath: string,
  folder: string,
  signal: AbortSignal | undefined,
  onProgress: (done: number) => void,
): Promise<void> {
  const order: UnpackOrder = { inputPath: resolvePath(inputPath), folder };
  const isFile = (await stat(inputPath)).isFile();
  await runInSandbox({
    script: new URL("./unpack-child.ts", import.meta.url),
    order,
    fence: {
      mayRead: isFile ? [order.inputPath] : [order.inputPath, join(order.inputPath, "*")],
      mayWrite: [folder, join(folder, "*")],
      cpuSeconds: (UNPACK_TIME_LIMIT_MS / 1000) * CPU_SECONDS_PER_SECOND,
      largestFileBytes: LARGEST_FILE_BYTES,
      heapMb: HEAP_MB,
    },
    timeLimitMs: UNPACK_TIME_LIMIT_MS,
    overTimeMessage: "Unpacking this archive took too long.",
    onProgress,
    ...(signal && { signal }),
  });
}

/** Why the program exited without a slide. */
function programError(formatName: string, { code, signal, isOverTime, complaint }: ProgramEnding): Error {
  const cause = new Error(`the program ended with ${signal ?? code}: ${complaint}`);
  if (isOverTime || signal === "SIGXCPU") {
    return new SlideFileError("tooLarge", "Converting this slide took too long.", { cause });
  }
  if (DISK_FULL.test(complaint) || signal === "SIGXFSZ") {
    const message = "The server's disk is full: the file cannot be converted.";
    return new SlideFileError("tooLarge", message, { cause });
  }
  if (signal === "SIGTERM" || signal === "SIGINT" || signal === "SIGHUP") return cause;
  return programRejected(formatName, cause);
}
