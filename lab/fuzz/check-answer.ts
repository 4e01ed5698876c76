/** Checks one response, independently of the request. */
import type { Operation } from "./api-description.ts";
import type { RawAnswer } from "./send-raw.ts";
import { differencesFrom } from "./undeclared-fields.ts";

export const ANSWER_MAX_MS = 2_000;

export type Fault = "5xx" | "undeclared" | "slow" | "error form" | "leak" | "no answer";

export interface Violation {
  readonly fault: Fault;
  readonly details: string;
}

const ERROR_FIELDS = ["data", "message", "requestId"];
const UNAVAILABLE = 503;
const OUT_OF_SPACE = 507;
/** Codes of a correct 503: a learning platform or the host site, not this server, does not respond. */
const CODES_OF_OTHER_SERVERS: readonly string[] = ["members", "hostMedia.away"];
/** Stack traces, SQL, and paths of the server's own files, as in JSON. */
const FORBIDDEN_TEXT = /node_modules|\\n\s+at .+:\d+:\d+|\bSELECT .+ FROM\b|\/apps\/server\/|\.ts:\d+/;
/** Node's HTTP parser rejects some requests itself, in plain text or without a body. */
const OF_THE_PARSER: ReadonlySet<number> = new Set([400, 408, 413, 417, 431]);

/** @returns null if the response is correct. */
export function checkAnswer({ method, answer, hasErrorPage }: Operation, got: RawAnswer): Violation | null {
  const { status, ms } = got;
  if (status === 0) return isCutOff(got.failure) ? null : { fault: "no answer", details: got.failure };
  if (status >= 500 && !isAnnouncedTooLarge(got) && !isOtherServerAway(got))
    return { fault: "5xx", details: `${status} ${textOf(got).slice(0, 200)}` };
  if (ms > ANSWER_MAX_MS) return { fault: "slow", details: `${Math.round(ms)} ms` };
  // It has the headers of a response but no body.
  if (method === "HEAD") return null;
  if (status >= 400) return checkFailure(got, hasErrorPage);
  if (!answer || status !== 200 || !/^application\/json\b/.test(got.type)) return null;
  const parsedBody = parsed(textOf(got));
  if (parsedBody === undefined) return { fault: "undeclared", details: `not JSON: ${textOf(got).slice(0, 100)}` };
  const differences = differencesFrom(answer, parsedBody);
  return differences.length > 0 ? { fault: "undeclared", details: differences.join("; ") } : null;
}

/** A body that is too large is rejected during the transfer, which closes the connection. */
const isCutOff = (failure: string): boolean => /EPIPE|ECONNRESET|socket hang up/.test(failure);

/** An upload that announces more bytes than fit on the disk is correctly answered with 507 (rule D-8). */
const isAnnouncedTooLarge = (got: RawAnswer): boolean =>
  got.status === OUT_OF_SPACE && codesOf(got).includes("outOfSpace");

const isOtherServerAway = (got: RawAnswer): boolean =>
  got.status === UNAVAILABLE && codesOf(got).some((code) => CODES_OF_OTHER_SERVERS.includes(code));

function codesOf(got: RawAnswer): string[] {
  const parsedBody = parsed(textOf(got)) as { data?: unknown } | null | undefined;
  return Array.isArray(parsedBody?.data) ? parsedBody.data.map(String) : [];
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = ({ body }: RawAnswer): string => body.toString("utf8");

function checkFailure(got: RawAnswer, hasErrorPage: boolean): Violation | null {
  const text = textOf(got);
  if (FORBIDDEN_TEXT.test(text)) return { fault: "leak", details: text.slice(0, 200) };
  if (hasErrorPage && /^text\/html\b/.test(got.type)) return null;
  if (!/^application\/json\b/.test(got.type))
    return OF_THE_PARSER.has(got.status) || text === ""
      ? null
      : { fault: "error form", details: `${got.status} ${text.slice(0, 100)}` };
  const parsedBody = (parsed(text) ?? {}) as Record<string, unknown>;
  const isRight =
    Object.keys(parsedBody).toSorted().join() === ERROR_FIELDS.join() &&
    typeof parsedBody.message === "string" &&
    parsedBody.message.length > 0 &&
    Array.isArray(parsedBody.data) &&
    parsedBody.data.every((each) => typeof each === "string");
  return isRight ? null : { fault: "error form", details: `${got.status} ${text.slice(0, 200)}` };
}
