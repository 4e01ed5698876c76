/**
 * Spans of database transactions and of their statements, below the request or job that runs them. Statements contain
 * placeholders instead of values.
 */
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { CHOOSE_SITE } from "../db/joined-begin.ts";

/** Names of fields: OpenTelemetry semantic conventions, "SQL". */
const DATABASE = { "db.system.name": "postgresql" };
/** Sent together with the first statement, so they take no time of their own. */
const SENT_LATER: ReadonlySet<unknown> = new Set(["begin", CHOOSE_SITE]);
const MAX_TEXT_CHARACTERS = 4_000;
/** Statements whose names are remembered: lists of IDs have one text per length. */
const MAX_NAMES = 1_000;

type Query = (query: unknown, parameters?: readonly unknown[]) => unknown;

/** @param active the current context; without a recorded span in it, nothing is recorded. */
export function withStatementSpans(pool: PostgresPool, tracer: Tracer, active: () => Context): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? summaryOf(text);
    if (names.size < MAX_NAMES) names.set(text, name);
    return name;
  };
  return {
    async connect() {
      const parent = active();
      if (!trace.getSpan(parent)?.isRecording()) return pool.connect();
      const span = tracer.startSpan("transaction", { kind: SpanKind.INTERNAL, attributes: DATABASE }, parent);
      try {
        const client = await pool.connect();
        span.addEvent("connected");
        return tracedClient(client, { tracer, nameOf, span, context: trace.setSpan(parent, span) });
      } catch (error) {
        endWithError(span, error);
        throw error;
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

interface Transaction {
  readonly tracer: Tracer;
  readonly nameOf: (statement: string) => string;
  readonly span: Span;
  readonly context: Context;
}

function tracedClient(
  client: PostgresPoolClient,
  { tracer, nameOf, span: transaction, context }: Transaction,
): PostgresPoolClient {
  const query: Query = (text, parameters) => {
    const send = () => (client.query as unknown as Query).call(client, text, parameters);
    // A cursor has no text: its rows are read one portion after the other.
    if (typeof text !== "string" || SENT_LATER.has(text)) return send();
    const attributes = { ...DATABASE, "db.query.text": text.slice(0, MAX_TEXT_CHARACTERS) };
    const span = tracer.startSpan(nameOf(text), { kind: SpanKind.CLIENT, attributes }, context);
    const answer = send();
    Promise.resolve(answer).then(
      () => span.end(),
      (error: unknown) => endWithError(span, error),
    );
    return answer;
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => {
      transaction.end();
      client.release(destroy);
    },
    get processID() {
      return client.processID;
    },
  };
}

/** The message may contain values of rows: only the code is recorded. */
function endWithError(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const type = typeof code === "string" ? code : error instanceof Error ? error.constructor.name : typeof error;
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** As in `SELECT annotation`: the operation and the first table of a statement, not of a part in parentheses. */
export function summaryOf(text: string): string {
  const outer = withoutParentheses(text);
  const operation = (/\b(?:select|insert|update|delete)\b/i.exec(outer) ?? /[a-z]+/i.exec(outer))?.[0] ?? "statement";
  const table = /\b(?:from|into|update)\s+(?:as\s+)?"?([a-z_]+)"?/i.exec(outer)?.[1];
  return table ? `${operation.toUpperCase()} ${table}` : operation.toUpperCase();
}

function withoutParentheses(text: string): string {
  let depth = 0;
  let outer = "";
  for (const piece of text.split(/([()])/)) {
    if (piece === "(") depth += 1;
    else if (piece === ")") depth -= 1;
    else if (depth === 0) outer += piece;
  }
  return outer;
}
