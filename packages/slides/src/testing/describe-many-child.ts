/** A script for a sandbox: says of many files what `probeInSandbox` says of each. */

import { describeFile } from "../probe/describe-file.ts";
import type { SandboxedProbe } from "../probe/probe-in-sandbox.ts";
import { runTask } from "../sandbox/run-task.ts";
import { SlideFileError } from "../slide-source.ts";

export interface DescribeManyOrder {
  readonly paths: readonly string[];
}

export interface FileRefusal {
  readonly name: string;
  readonly reason: string | null;
  readonly message: string;
}

export interface FileDescription {
  /** null: it was refused. */
  readonly probed: SandboxedProbe | null;
  readonly refusal: FileRefusal | null;
}

await runTask<DescribeManyOrder>(async ({ paths }): Promise<readonly FileDescription[]> => {
  const descriptions: FileDescription[] = [];
  for (const path of paths) {
    descriptions.push(
      await describeFile(path).then(
        (probed) => ({ probed, refusal: null }),
        (error: unknown) => ({ probed: null, refusal: refusalOf(error) }),
      ),
    );
  }
  return descriptions;
});

function refusalOf(error: unknown): FileRefusal {
  if (error instanceof SlideFileError) return { name: error.name, reason: error.reason, message: error.message };
  return { name: "Error", reason: null, message: String(error) };
}
