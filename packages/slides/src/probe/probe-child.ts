/** What `probeInJail` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { describeFile } from "./describe-file.ts";
import type { ProbeOrder } from "./probe-in-jail.ts";

await carryOutOrder<ProbeOrder>(({ path }) => describeFile(path));
