/** What `unpackRadiologyInJail` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { type UnpackRadiologyOrder, unpackRadiology } from "./unpack-radiology.ts";

await carryOutOrder<UnpackRadiologyOrder>(unpackRadiology);
