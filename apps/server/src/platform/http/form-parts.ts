/** A form with files (multipart/form-data): who reads its parts hears of a broken form as of any other bad input. */
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

/** @throws AppError `invalid` if the request says that it is something else. */
export function assertForm(request: FastifyRequest): void {
  if (!request.isMultipart())
    throw new AppError("invalid", "Send the file as a form (multipart/form-data).", { codes: ["form"] });
}

/** Of a client that has gone, or a stream that was cut. */
const CUT_OFF: ReadonlySet<string> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"]);

/**
 * What to throw for an error of reading a form: no boundary, one over 256 characters, parts that end too early, too many
 * parts. The reader of forms throws plain errors without a code for these; those of the disk have one and stay as they are.
 *
 * @returns AppError `invalid` or `tooLarge` for what the sender did; else the error itself.
 */
export function asFormError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code))
    return new AppError("tooLarge", "The form has too many files or fields.", { codes: ["form.parts"], cause: error });
  const isPlain = error.constructor === Error && code === "";
  if (!isPlain && !CUT_OFF.has(code) && !/^FST_(MP|PROTO|INVALID)_/.test(code)) return error;
  return new AppError("invalid", "The form is incomplete, or its boundary does not fit. Send it again.", {
    codes: ["form.broken"],
    cause: error,
  });
}
