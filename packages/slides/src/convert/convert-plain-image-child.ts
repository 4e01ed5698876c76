/** What `convertPlainImage` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { type DecodeOrder, decodePlainImage } from "./decode-plain-image.ts";

await carryOutOrder<DecodeOrder>(decodePlainImage);
