import { AppError } from "@parfocal/core/errors.ts";

/** @param text how long to wait. @returns AppError `tooManyRequests`: passwords or codes were guessed too often. */
export const tooManyAttempts = (text: string): AppError =>
  new AppError("tooManyRequests", text, { codes: ["tooManyAttempts"] });
