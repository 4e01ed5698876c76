/** Sandboxed part of `unpackRadiologyInSandbox`. */
import { runTask } from "../sandbox/run-task.ts";
import { type UnpackRadiologyOrder, unpackRadiology } from "./unpack-radiology.ts";

await runTask<UnpackRadiologyOrder>(unpackRadiology);
