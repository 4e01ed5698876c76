/** Reads the output of `strace -f -ttt -yy`: the system calls of several processes, in the order in which strace saw them. */

export interface SystemCall {
  /** Of the thread. */
  readonly processId: number;
  readonly name: string;
  /** As strace prints them. */
  readonly parameters: string;
  /** What the first parameter, a descriptor, refers to: a path or both ends of a connection; empty: it is none. */
  readonly target: string;
  /** Negative: it failed. */
  readonly result: number;
  /** Line at which it began. */
  readonly begin: number;
  /** Line at which it had ended; a call that was under way at the end of the trace is omitted. */
  readonly end: number;
}

const LINE = /^(\d+)\s+\d+\.\d+ (.*)$/;
const UNFINISHED = /^(\w+)\((.*?) *<unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+)/;
const WHOLE = /^(\w+)\((.*)\)\s+= (-?\d+)/;
const TARGET = /^(?:\d+|AT_FDCWD)<(.*?)>(?=[,)]|$)/;

/** @returns the calls in the order of their ends. */
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
    // It began before the trace.
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
  /** Line at which it began to write the answer. */
  readonly answered: number;
}

const REQUEST = /"((?:GET|POST|PUT|DELETE) \/\S*) HTTP\/1\.1\\r\\n/;
const ANSWER = /"HTTP\/1\.1 (\d{3}) /;

/** Requests and their answers on the server's sockets, in the order of the answers. The beginning of each must be traced. */
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
