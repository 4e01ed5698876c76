/** Kinds of errors and their HTTP status; both sides use this table. */

export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  inUse: 422,
  /** The Idempotency-Key was used for a different request. */
  keyReused: 422,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  outOfSpace: 507,
} as const;

export type ErrorKind = keyof typeof STATUS_OF;

/** An error that the user can fix or must be informed of. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  /** Machine-readable reasons, e.g. `currentPasswordIncorrect`; `data` on the wire. */
  readonly codes: readonly string[];

  /** @param message shown to the user unchanged; taken from `messages.ts` where the specification fixes it. */
  constructor(kind: ErrorKind, message: string, options: { codes?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.codes = options.codes ?? [];
  }
}

/** The error kind for a status; `internal` if the table has none. */
export function errorKindOf(status: number): ErrorKind {
  const kinds = Object.keys(STATUS_OF) as ErrorKind[];
  return kinds.find((kind) => STATUS_OF[kind] === status) ?? "internal";
}

/** Codes and cause of an error, as the constructor of `AppError` takes them. */
type AppErrorOptions = ConstructorParameters<typeof AppError>[2];

/**
 * @param what the missing object, as the start of a sentence: `notFound("Quiz")`; without it the sentence names none.
 * @returns AppError `notFound`: "Quiz not found."
 */
export function notFound(what?: string, options?: AppErrorOptions): AppError {
  return new AppError("notFound", what === undefined ? "Not found." : `${what} not found.`, options);
}

/** @param text who is allowed, or what the caller is not. @returns AppError `forbidden` with `notAllowed` as its code. */
export function notAllowed(text: string): AppError {
  return new AppError("forbidden", text, { codes: ["notAllowed"] });
}

/**
 * The answer for an object that does not exist or that the caller may not see; callers cannot distinguish the two.
 *
 * @param what as for `notFound`; without it the sentence names no object.
 * @returns AppError `notFound`.
 */
export function notFoundOrNoAccess(what?: string): AppError {
  const subject = what === undefined ? "Not found" : `${what} not found`;
  return new AppError("notFound", `${subject}, or you do not have access to it.`);
}

/**
 * @param what the object that the ID belongs to, in lower case: `idMismatch("quiz")`.
 * @param field the body field with the other ID.
 * @returns AppError `invalid` with `field` as its code: "The quiz ID in the body does not match the path."
 */
export function idMismatch(what: string, field = "id"): AppError {
  return new AppError("invalid", `The ${what} ID in the body does not match the path.`, { codes: [field] });
}
