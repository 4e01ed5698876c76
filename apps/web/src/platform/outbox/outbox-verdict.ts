/** What a failed attempt means for the queue: one row per kind of error. */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";

/**
 * - `rejected`: the server understood and rejected it; the user must decide
 * - `later`: this entry can succeed later; other entries can succeed now
 * - `stop`: no entry can succeed now (no network, server down, disk full, too many requests)
 * - `signedOut`: no entry can succeed until its owner signs in again
 */
export type Verdict = "rejected" | "later" | "stop" | "signedOut";

const VERDICT_OF = {
  invalid: "rejected",
  unauthenticated: "signedOut",
  forbidden: "rejected",
  notFound: "rejected",
  /** A request with the same key is in progress (rule D-4: 409 with Retry-After). */
  conflict: "later",
  tooLarge: "rejected",
  inUse: "rejected",
  keyReused: "rejected",
  tooManyRequests: "stop",
  internal: "later",
  unavailable: "stop",
  outOfSpace: "stop",
} as const satisfies Record<ErrorKind, Verdict>;

export function verdictOn(error: AppError): Verdict {
  return VERDICT_OF[error.kind];
}

/**
 * A timeout means that the server is unavailable; any other error that requests do not throw is a bug of the sender.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
  return new AppError(isTimeout ? "unavailable" : "internal", "", { cause: error });
}
