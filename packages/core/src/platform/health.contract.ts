import { z } from "zod";
import type { Call } from "../call.contract.ts";

export const getHealth = {
  method: "GET",
  path: "/health",
  summary: "Whether the server and its database answer",
  policy: "anyone",
  answer: z.object({ status: z.literal("ok"), version: z.string() }),
} as const satisfies Call;
