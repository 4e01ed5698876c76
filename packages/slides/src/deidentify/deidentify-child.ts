/** Sandboxed part of `deidentifySlideFile`. */
import { runTask } from "../sandbox/run-task.ts";
import type { DeidentifyOrder } from "./deidentify-slide-file.ts";
import { writeAndVerify } from "./write-and-verify.ts";

await runTask<DeidentifyOrder>(writeAndVerify);
