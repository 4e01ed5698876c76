/** Sandboxed part of `repackArchive`. */

import { runTask } from "../sandbox/run-task.ts";
import { copyEntries } from "./copy-entries.ts";
import type { RepackOrder } from "./repack-archive.ts";

await runTask<RepackOrder>(copyEntries);
