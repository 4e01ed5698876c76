import { AppError } from "@parfocal/core/errors.ts";

/** @returns the server's message for input that the user can correct; `otherwise` for any other failure. */
export const messageIfInvalid = (error: unknown, otherwise: string): string =>
  error instanceof AppError && error.kind === "invalid" ? error.message : otherwise;
