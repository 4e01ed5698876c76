/** Share of a parent's items that a person has viewed. */
import { z } from "zod";

/** Each item counts once, in however many folders it lies; what is not active, or not for them, does not count. */
export const openedShare = z.object({ opened: z.int(), total: z.int() });
export type OpenedShare = z.output<typeof openedShare>;
