/** What `repackArchive` lets run in a jail. */

import { carryOutOrder } from "../jail/carry-out-order.ts";
import { copyEntries } from "./copy-entries.ts";
import type { RepackOrder } from "./repack-archive.ts";

await carryOutOrder<RepackOrder>(copyEntries);
