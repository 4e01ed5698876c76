/** English texts of failures that can happen anywhere. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const platformEn = {
  error: MESSAGES["generic.error"],
  failed: MESSAGES["generic.failed"],
  networkLost: "The server cannot be reached. Nothing you entered is lost; please try again in a moment.",
} as const;
