/**
 * The server's log. Of an error only its name, message, stack and codes are logged, and of a database error not even
 * the message: its detail, context and parameters contain values of rows, which may be a learner's answers
 * (docs/decisions/0045).
 */
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import pino, { type DestinationStream } from "pino";

/** Maximum nesting depth of causes and of errors in an AggregateError. */
const MAX_LEVELS = 5;

interface LoggedError {
  readonly type: string;
  /** Omitted for a database error: PostgreSQL repeats the value that it could not read. */
  readonly message?: string;
  readonly stack?: string | undefined;
  /** SQLSTATE, or a code of Node or Fastify. */
  readonly code?: string;
  /** PostgreSQL's function that raised the error. */
  readonly routine?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly syscall?: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const TEXTS = ["code", "syscall"] as const;
const TEXTS_OF_DATABASE = ["code", "routine", "table", "constraint"] as const;

/** @param error the thrown value; anything other than an Error is reduced to its type. */
export function loggedError(error: unknown, level = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const isFromDatabase = error instanceof pg.DatabaseError;
  const fields = error as Error & Partial<Record<string, unknown>>;
  const texts = Object.fromEntries(
    (isFromDatabase ? TEXTS_OF_DATABASE : TEXTS).flatMap((name) =>
      typeof fields[name] === "string" ? [[name, fields[name]]] : [],
    ),
  );
  const inner = level < MAX_LEVELS ? level + 1 : null;
  return {
    type: error.constructor.name,
    ...(isFromDatabase ? {} : { message: error.message }),
    ...texts,
    stack: isFromDatabase ? framesOf(error) : error.stack,
    ...(inner && error.cause !== undefined ? { cause: loggedError(error.cause, inner) } : {}),
    ...(inner && error instanceof AggregateError
      ? { errors: error.errors.map((each) => loggedError(each, inner)) }
      : {}),
  };
}

/** The stack without the message at its start, which may have several lines. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .join("\n");
}

/** @param destination default: standard error. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): FastifyBaseLogger {
  return pino(
    { level, serializers: { err: (error: unknown) => loggedError(error) } },
    destination,
  ) as FastifyBaseLogger;
}
