/** Sandboxed part of `convertForeign` that runs before the other program. */
import { runTask } from "../sandbox/run-task.ts";
import { type UnpackOrder, unpackSet } from "./unpack-set.ts";

await runTask<UnpackOrder>(unpackSet);
