/** Sandbox script: probes many files as `probeInSandbox` probes one. */

import { describeFile } from "../probe/describe-file.ts";
import type { SandboxedProbe } from "../probe/probe-in-sandbox.ts";
import { runTask } from "../sandbox/run-task.ts";
import { SlideFileError } from "../slide-source.ts";

export interface DescribeManyOrder {
  readonly paths: readonly string[];
}

export interface ProbeError {
  readonly name: string;
  readonly reason: string | null;
  readonly message: string;
}

export interface FileDescription {
  /** null: it was rejected. */
  readonly probed: SandboxedProbe | null;
  readonly error: ProbeError | null;
}

await runTask<DescribeManyOrder>(async ({ paths }): Promise<readonly FileDescription[]> => {
  const descriptions: FileDescription[] = [];
  for (const path of paths) {
    descriptions.push(
      await describeFile(path).then(
        (probed) => ({ probed, error: null }),
        (error: unknown) => ({ probed: null, error: describeError(error) }),
      ),
    );
  }
  return descriptions;
});

function describeError(error: unknown): ProbeError {
  if (error instanceof SlideFileError) return { name: error.name, reason: error.reason, message: error.message };
  return { name: "Error", reason: null, message: String(error) };
}
