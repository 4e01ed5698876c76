/**
 * Examines an untrusted file in a separate process: even if the file crashes its reader, the caller gets a result or a
 * user-facing error (rule D-10).
 */
import { resolve as resolvePath } from "node:path";
import type { ConvertibleFile } from "../opening/convertible-file.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { FileAnnotation, SlideDescription } from "../slide-source.ts";
import type { SlideDirectory } from "../tiff/slide-directory.ts";

export interface ProbeOptions {
  readonly signal?: AbortSignal;
  /** Time limit after which the process is killed; default: 60 s (rule D-10). */
  readonly timeLimitMs?: number;
}

export type SandboxedProbe =
  | {
      readonly kind: "slide";
      readonly slide: SlideDescription;
      /** Saves `openSlideFile` the parsing; null: the format has none. */
      readonly directory: SlideDirectory | null;
      /** Annotations stored in the file. */
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
 * @throws SlideFileError with a message for the person who uploaded the file, also if it crashes its reader or takes
 *   too long. Other errors are not caused by the file; the call can be retried.
 */
export function probeInSandbox(
  path: string,
  { signal, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: ProbeOptions = {},
): Promise<SandboxedProbe> {
  // An absolute path, since the child may access only this.
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
