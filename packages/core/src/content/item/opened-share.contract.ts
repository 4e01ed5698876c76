/** Share of a parent's items that a person has viewed. */
import { z } from "zod";

/**
 * Each item counts once, even if it is in several folders; items that are inactive or not visible to the person do not
 * count.
 */
export const openedShare = z.object({ opened: z.int(), total: z.int() });
export type OpenedShare = z.output<typeof openedShare>;
