/** Sends a request as it is, and takes what comes back: status, headers, bytes and how long it took. */
import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { RawRequest } from "./mutate-request.ts";

const TIMEOUT_MS = 30_000;

export type SentRequest = Pick<RawRequest, "method" | "path" | "headers" | "body">;

export interface RawAnswer {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly ms: number;
  /** Why there was no answer; empty: there was one. */
  readonly failure: string;
}

/** @param address of this machine that the connections come from, so that no address meets the limit of calls. */
export const agentFrom = (address: string): Agent =>
  new Agent({ keepAlive: true, localAddress: address, maxSockets: 8 });

export function sendRaw(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: SentRequest,
  timeoutMs = TIMEOUT_MS,
): Promise<RawAnswer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let known: { status: number; type: string; isPacked: boolean } | null = null;
    const pieces: Buffer[] = [];
    const end = (failure: string): void => {
      const { status = 0, type = "", isPacked = false } = known ?? {};
      const bytes = Buffer.concat(pieces);
      resolve({
        status,
        type,
        body: isPacked && failure === "" ? gunzipSync(bytes) : bytes,
        ms: performance.now() - startedAt,
        failure,
      });
    };
    const { hostname, port } = new URL(origin);
    const length = body === null ? {} : { "content-length": String(body.length) };
    const call = request({
      hostname,
      port,
      method,
      path,
      agent,
      headers: { ...headers, ...length },
      timeout: timeoutMs,
    });
    call.on("response", (answer) => {
      known = {
        status: answer.statusCode ?? 0,
        type: answer.headers["content-type"] ?? "",
        isPacked: answer.headers["content-encoding"] === "gzip" && method !== "HEAD",
      };
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => end(""));
      answer.on("error", (error) => end(error.message));
    });
    call.on("timeout", () => call.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    call.on("error", (error) => end(known ? "" : error.message));
    call.end(body ?? undefined);
  });
}
