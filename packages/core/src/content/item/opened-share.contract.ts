/** How much of what is in a place somebody has opened. */
import { z } from "zod";

/** Each item counts once, in however many folders it lies; what is not active, or not for them, does not count. */
export const openedShare = z.object({ opened: z.int(), total: z.int() });
export type OpenedShare = z.output<typeof openedShare>;
