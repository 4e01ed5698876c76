import { AppError } from "@parfocal/core/errors.ts";

/** @param text how long to wait. @returns AppError `tooManyRequests`: too many passwords or codes were guessed. */
export const tooManyAttempts = (text: string): AppError =>
  new AppError("tooManyRequests", text, { codes: ["tooManyAttempts"] });
