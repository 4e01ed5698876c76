/** Forms with files (multipart/form-data): a malformed form is reported like any other invalid input. */
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

/** @throws AppError `invalid` if the request has another content type. */
export function assertForm(request: FastifyRequest): void {
  if (!request.isMultipart())
    throw new AppError("invalid", "Send the file as a form (multipart/form-data).", { codes: ["form"] });
}

/** Error codes if the client disconnected or the stream was cut off. */
const CUT_OFF: ReadonlySet<string> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"]);

/**
 * Maps errors of the form parser: no boundary, a boundary of more than 256 characters, parts that end too early, too
 * many parts. The parser throws plain errors without a code for these; disk errors have a code and are returned
 * unchanged.
 *
 * @returns AppError `invalid` or `tooLarge` for errors of the sender; otherwise the error itself.
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
