/** What `deidentifySlideFile` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import type { DeidentifyOrder } from "./deidentify-slide-file.ts";
import { writeAndVerify } from "./write-and-verify.ts";

await carryOutOrder<DeidentifyOrder>(writeAndVerify);
