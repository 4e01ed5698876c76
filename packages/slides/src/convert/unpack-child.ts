/** What `convertForeign` lets run in a jail before the other program runs. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { type UnpackOrder, unpackSet } from "./unpack-set.ts";

await carryOutOrder<UnpackOrder>(unpackSet);
