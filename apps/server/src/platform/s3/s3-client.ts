/**
 * Signed requests to one bucket of an S3 store, each of them small and repeated a few times after a temporary failure.
 * The hash of the body is part of the signature: the store rejects a body that was altered in transit.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { S3Error } from "./s3-error.ts";

export interface S3Settings {
  /** Path-style: its paths start with the bucket. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Delay before the second attempt; doubled for each further one. */
  readonly pauseMs: number;
  /** For a request and its response, in addition to the time for its bytes. */
  readonly timeoutMs: number;
  /** Maximum number; default: five. */
  readonly attempts?: number;
  /** Slower connections are treated as broken; default: 50. */
  readonly slowestBytesPerMs?: number;
}

export const DEFAULT_TIMES = { pauseMs: 500, timeoutMs: 60_000 } as const;
const MAX_ATTEMPTS = 5;
const SLOWEST_BYTES_PER_MS = 50;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Omitted: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer> | undefined;
  /** Maximum size of the response. */
  readonly answerBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface S3Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The store is unreachable, or does not complete its responses. The message is user-facing. */
export class UnreachableError extends Error {}

const xml = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === "Contents" || name === "Upload",
});

export const readXml = ({ body }: Pick<S3Answered, "body">): unknown => xml.parse(body.toString("utf8"));

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export class S3Client {
  readonly #settings: S3Settings;
  readonly #host: string;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#host = settings.endpoint.host;
  }

  /** @throws S3Error, UnreachableError (with user-facing messages); the signal's reason. */
  async send(request: S3Request): Promise<S3Answered> {
    const { attempts = MAX_ATTEMPTS } = this.#settings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        request.signal?.throwIfAborted();
        const isTransient = error instanceof S3Error ? error.isTransient : error instanceof UnreachableError;
        if (!isTransient || attempt === attempts) throw error;
      }
      const longestMs = this.#settings.pauseMs * 2 ** (attempt - 1);
      // Random, so that requests rejected together are not repeated together.
      await pause(longestMs * (0.5 + Math.random() / 2), undefined, { signal: request.signal });
    }
  }

  async #sendOnce(request: S3Request): Promise<S3Answered> {
    const { body } = request;
    const { bucket, slowestBytesPerMs = SLOWEST_BYTES_PER_MS } = this.#settings;
    const { url, headers } = await this.#sign(request);
    const bytes = (body?.length ?? 0) + (request.answerBytes ?? 0);
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs + Math.ceil(bytes / slowestBytesPerMs));
    const signal = AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])]);
    const answer = await fetch(url, { method: request.method, headers, body, signal, redirect: "manual" })
      .then(async (response) => ({
        status: response.status,
        headers: response.headers,
        body: await readBody(response, request.answerBytes ?? MAX_ANSWER_BYTES),
      }))
      .catch((error: unknown) => {
        throw error instanceof TooLongError ? error : new UnreachableError(this.#sentenceFor(error, timeout.aborted));
      });
    const { Error: failure } = answer.status < 300 && request.method !== "POST" ? {} : errorIn(answer);
    if (answer.status >= 300 || failure) {
      // Completing an upload can fail after the status has been sent.
      const status = answer.status < 300 ? 500 : answer.status;
      throw new S3Error({ status, code: failure?.Code ?? "", bucket, host: this.#host });
    }
    return answer;
  }

  #sign({ method, key, query = {}, headers = {}, body }: S3Request) {
    const { endpoint, bucket, region, credentials } = this.#settings;
    const path = [bucket, ...(key === undefined ? [] : key.split("/"))].map(encode).join("/");
    const words = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
    return new AwsV4Signer({
      method,
      url: `${endpoint.origin}${endpoint.pathname.replace(/\/$/, "")}/${path}${words.length > 0 ? `?${words.join("&")}` : ""}`,
      headers: {
        ...headers,
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
      },
      ...credentials,
      region,
      service: "s3",
    }).sign();
  }

  #sentenceFor(error: unknown, isTimeout: boolean): string {
    if (isTimeout) return `${this.#host} has not answered in time.`;
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return `${this.#host} cannot be reached, or has cut the connection: ${cause?.code ?? cause?.message ?? message}.`;
  }
}

class TooLongError extends Error {}

async function readBody({ body, headers }: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new TooLongError(`The store has sent more than was asked for: ${headers.get("server")}.`);
  }
  return Buffer.concat(pieces, bytes);
}

function errorIn(answer: S3Answered): { readonly Error?: { readonly Code?: string } } {
  if (!answer.body.includes("<Error")) return {};
  try {
    return readXml(answer) as { Error?: { Code?: string } };
  } catch {
    return {};
  }
}
