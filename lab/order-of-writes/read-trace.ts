/**
 * Reads the output of `strace -f -ttt -yy`: the system calls of several processes, in the order in which strace
 * recorded them.
 */

export interface SystemCall {
  /** ID of the thread. */
  readonly processId: number;
  readonly name: string;
  /** As printed by strace. */
  readonly parameters: string;
  /**
   * The target of the first parameter if that is a descriptor: a path or both ends of a connection; empty: it is not a
   * descriptor.
   */
  readonly target: string;
  /** Negative: the call failed. */
  readonly result: number;
  /** Line at which it started. */
  readonly begin: number;
  /** Line at which it had ended; a call that was still running at the end of the trace is omitted. */
  readonly end: number;
}

const LINE = /^(\d+)\s+\d+\.\d+ (.*)$/;
const UNFINISHED = /^(\w+)\((.*?) *<unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+)/;
const WHOLE = /^(\w+)\((.*)\)\s+= (-?\d+)/;
const TARGET = /^(?:\d+|AT_FDCWD)<(.*?)>(?=[,)]|$)/;

/** @returns the calls in the order in which they ended. */
export function readTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<number, { readonly parameters: string; readonly begin: number }>();
  for (const [at, line] of text.split("\n").entries()) {
    const [, id, rest = ""] = LINE.exec(line) ?? [];
    const processId = Number(id);
    const [, , begun] = UNFINISHED.exec(rest) ?? [];
    if (begun !== undefined) {
      open.set(processId, { parameters: begun, begin: at });
      continue;
    }
    const resumed = RESUMED.exec(rest);
    const [, name = "", more = "", result] = resumed ?? WHOLE.exec(rest) ?? [];
    if (result === undefined) continue;
    const start = resumed ? open.get(processId) : { parameters: "", begin: at };
    // It started before the trace.
    if (start === undefined) continue;
    open.delete(processId);
    const parameters = start.parameters + more;
    const target = TARGET.exec(parameters)?.[1] ?? "";
    calls.push({ processId, name, parameters, target, result: Number(result), begin: start.begin, end: at });
  }
  return calls;
}

export interface Exchange {
  /** E.g. `PUT /api/v2/upload/1/chunk/0`. */
  readonly request: string;
  readonly status: number;
  /** Line at which the server had read the first bytes of the request. */
  readonly asked: number;
  /** Line at which it began to write the response. */
  readonly answered: number;
}

const REQUEST = /"((?:GET|POST|PUT|DELETE) \/\S*) HTTP\/1\.1\\r\\n/;
const ANSWER = /"HTTP\/1\.1 (\d{3}) /;

/**
 * Requests and their responses on the server's sockets, in the order of the responses. The start of each must be in the
 * trace.
 */
export function exchangesOf(calls: readonly SystemCall[]): Exchange[] {
  const asked = new Map<string, Pick<Exchange, "request" | "asked">>();
  const exchanges: Exchange[] = [];
  for (const { name, processId, target, parameters, begin, end } of calls) {
    if (!target.startsWith("TCP")) continue;
    const socket = `${processId} ${target}`;
    const request = name === "read" ? REQUEST.exec(parameters)?.[1] : undefined;
    if (request) asked.set(socket, { request, asked: end });
    const status = name === "write" || name === "writev" ? ANSWER.exec(parameters)?.[1] : undefined;
    const known = asked.get(socket);
    if (status === undefined || !known) continue;
    exchanges.push({ ...known, status: Number(status), answered: begin });
    asked.delete(socket);
  }
  return exchanges;
}
