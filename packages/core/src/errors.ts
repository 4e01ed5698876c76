/** Why a call failed, and the HTTP status it is answered with: one table, read by both sides. */

export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  inUse: 422,
  /** An Idempotency-Key that was used for something else. */
  keyReused: 422,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  outOfSpace: 507,
} as const;

export type ErrorKind = keyof typeof STATUS_OF;

/** Something that the user can mend or must be told. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  /** Machine-readable reasons, e.g. `currentPasswordIncorrect`; `data` on the wire. */
  readonly codes: readonly string[];

  /** @param message shown to the user as it stands: take it from `messages.ts` where the specification fixes it. */
  constructor(kind: ErrorKind, message: string, options: { codes?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.codes = options.codes ?? [];
  }
}

/** The kind that stands for a status; `internal` for one that the table lacks. */
export function errorKindOf(status: number): ErrorKind {
  const kinds = Object.keys(STATUS_OF) as ErrorKind[];
  return kinds.find((kind) => STATUS_OF[kind] === status) ?? "internal";
}
