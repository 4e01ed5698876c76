/** Sends a request unchanged, and records status, headers, bytes and duration of the response. */
import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { RawRequest } from "./mutate-request.ts";

const TIMEOUT_MS = 30_000;

export type SentRequest = Pick<RawRequest, "method" | "path" | "headers" | "body">;

export interface RawAnswer {
  /** 0: the connection was closed without a response. */
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly ms: number;
  /** Reason for a missing response; empty: there was one. */
  readonly failure: string;
}

/** @param address local source address of the connections, so that no address reaches the rate limit. */
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
