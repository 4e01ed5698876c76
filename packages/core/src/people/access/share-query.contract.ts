/** `?share=`: the token of a share opens the call without a session, and decides alone what it shows. */
import { z } from "zod";

export const shareQuery = { share: z.string().optional() };
