/**
 * Every failure as sent to the client (rule D-13): a text, codes, the request's ID; never a stack trace, SQL or a path.
 */
import { AppError, STATUS_OF } from "@parfocal/core/errors.ts";
import { MESSAGES } from "@parfocal/core/messages.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isTakenBack } from "../db/repeat-on-conflict.ts";
import type { SecurityLog } from "../security-log.ts";

const RETRY_AFTER_S = 1;

/** SQLSTATE classes and Node codes that mean "the database is unreachable", as opposed to "the query is wrong". */
const DATABASE_AWAY = /^(08|57P0|53[03])|^ECONN|^EPIPE$|^ETIMEDOUT$/;
/** Messages of pg, without a code, for a broken connection. */
const CONNECTION_BROKE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/** PostgreSQL is out of space; a disk or a quota is full. */
const DISK_FULL: ReadonlySet<string> = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** Text or JSON with a character that PostgreSQL cannot store, U+0000. */
const NOT_STORABLE: ReadonlySet<string> = new Set(["22021", "22P05"]);
/** A number that is too large for its column. */
const OUT_OF_RANGE = "22003";
const STATEMENT_TIMEOUT = "57014";

/** The error handler of an app: handles every rejection and logs it as an event. */
export const answerErrors =
  (securityLog: SecurityLog) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = asAppError(error);
    const status = STATUS_OF[failure.kind];
    if (status >= 500) request.log.error({ err: error }, "request failed");
    else securityLog.rejected(failure, request);
    if (status === 503 || status === 409 || status === 429) reply.header("retry-after", String(RETRY_AFTER_S));
    return reply
      .code(status)
      .header("cache-control", "no-store")
      .send({ message: failure.message, data: failure.codes, requestId: request.id });
  };

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (DISK_FULL.has(code)) return new AppError("outOfSpace", "The server has no free disk space.", { cause: error });
  if (code === STATEMENT_TIMEOUT || isTakenBack(error) || isDatabaseAway(code, error)) {
    return new AppError("unavailable", "The server is busy. Try again in a moment.", { cause: error });
  }
  if (NOT_STORABLE.has(code))
    return new AppError("invalid", "The text contains a character that cannot be stored.", { cause: error });
  if (code === OUT_OF_RANGE)
    return new AppError("invalid", "A number is too large to be stored. Enter a smaller one.", { cause: error });
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new AppError("tooLarge", "The request is too large.", { cause: error });
  if (status === 429)
    return new AppError("tooManyRequests", "Too many requests. Try again in a moment.", { cause: error });
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError("invalid", "The request could not be read.", { cause: error });
  return new AppError("internal", MESSAGES["generic.failed"], { cause: error });
}

function isDatabaseAway(code: string, error: Error): boolean {
  // The socket is missing. A missing file also has the code ENOENT, and is a bug.
  const isSocketGone = code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return isSocketGone || DATABASE_AWAY.test(code) || CONNECTION_BROKE.test(error.message);
}
