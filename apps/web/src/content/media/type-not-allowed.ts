/**
 * A file with a type that is not accepted. Source: spec part 1, section 8 ("Error / Selected filetype is not
 * allowed!").
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { showFailure } from "#platform/failure-toast.ts";

/** @param text reason, if other than the type. */
export function showTypeNotAllowed(text: string = message("media.typeNotAllowed")): void {
  showFailure(new AppError("invalid", text));
}
