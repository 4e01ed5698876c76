import { z } from "zod";
import type { Call } from "../call.contract.ts";

export const getHealth = {
  method: "GET",
  path: "/health",
  summary: "Check the health of the server and its database",
  policy: "anyone",
  answer: z.object({ status: z.literal("ok"), version: z.string() }),
} as const satisfies Call;
