/** Sandboxed part of `probeInSandbox`. */
import { runTask } from "../sandbox/run-task.ts";
import { describeFile } from "./describe-file.ts";
import type { ProbeOrder } from "./probe-in-sandbox.ts";

await runTask<ProbeOrder>(({ path }) => describeFile(path));
