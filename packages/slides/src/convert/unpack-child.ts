/** What `convertForeign` lets run in a sandbox before the other program runs. */
import { runTask } from "../sandbox/run-task.ts";
import { type UnpackOrder, unpackSet } from "./unpack-set.ts";

await runTask<UnpackOrder>(unpackSet);
