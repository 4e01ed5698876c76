/** English texts of failures that can happen anywhere. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const platformEn = {
  error: MESSAGES["generic.error"],
  failed: MESSAGES["generic.failed"],
  networkLost: "Cannot reach the server. Your input is kept. Try again in a moment.",
} as const;
