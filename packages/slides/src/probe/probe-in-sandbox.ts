/**
 * Looks at a file that nobody has vouched for, in a process of its own: whatever it does to its reader, the caller gets an
 * answer or a sentence (rule D-10).
 */
import { resolve as resolvePath } from "node:path";
import type { ConvertibleFile } from "../opening/convertible-file.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { FileAnnotation, SlideDescription } from "../slide-source.ts";
import type { SlideDirectory } from "../tiff/slide-directory.ts";

export interface ProbeOptions {
  readonly signal?: AbortSignal;
  /** After this the process is killed; default: 60 s (rule D-10). */
  readonly timeLimitMs?: number;
}

export type SandboxedProbe =
  | {
      readonly kind: "slide";
      readonly slide: SlideDescription;
      /** Spares `openSlideFile` the parsing; null: the format has none. */
      readonly directory: SlideDirectory | null;
      /** What the file brings that was drawn on the slide. */
      readonly annotations: readonly FileAnnotation[];
    }
  | ConvertibleFile;

export interface ProbeOrder {
  readonly path: string;
}

const DEFAULT_TIME_LIMIT_MS = 60_000;
/** Source: rule D-10. */
const CPU_SECONDS = 60;
const HEAP_MB = 512;

/**
 * The same as `probeSlideFile`, but nothing stays open.
 *
 * @throws SlideFileError with a sentence for the person who uploaded the file; also if it breaks its reader or takes too
 *   long. Other errors are not the file's: it may be tried again.
 */
export function probeInSandbox(
  path: string,
  { signal, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: ProbeOptions = {},
): Promise<SandboxedProbe> {
  // A whole path, since the child is allowed that and nothing else.
  const order: ProbeOrder = { path: resolvePath(path) };
  return runInSandbox<SandboxedProbe>({
    script: new URL("./probe-child.ts", import.meta.url),
    order,
    fence: {
      mayRead: [order.path],
      mayWrite: [],
      cpuSeconds: CPU_SECONDS,
      largestFileBytes: 0,
      heapMb: HEAP_MB,
    },
    timeLimitMs,
    overTimeMessage: "Reading this file took too long. It may be damaged or non-standard.",
    signal,
  });
}
