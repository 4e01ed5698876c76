/** What `convertPlanes` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { type PlanesOrder, writePlanes } from "./write-planes.ts";

await carryOutOrder<PlanesOrder>(writePlanes);
