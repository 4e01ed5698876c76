/** Error message of a failed document upload. Source: spec part 1, section 8. */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";

/** Errors that the user can correct are shown with the server's message; for all others the text is fixed. */
export function uploadFailure(error: unknown): string {
  const isTheirs = error instanceof AppError && (error.kind === "invalid" || error.kind === "tooLarge");
  return isTheirs ? error.message : message("upload.failed");
}
