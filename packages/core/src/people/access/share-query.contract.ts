/** `?share=`: a share token opens the call without a session, and alone determines what is shown. */
import { z } from "zod";

export const shareQuery = { share: z.string().optional() };
