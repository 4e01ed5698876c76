/** Makes a call as a test's client: by its contract, without a network. */
import type { AnswerOf, BodyFor, Call, ParamsFor, QueryFor } from "@parfocal/core/call.contract.ts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import type { TestUser } from "./build-user.ts";
import type { SharedTestServer } from "./test-server.ts";

type Headers = Readonly<Record<string, string>>;

export interface SendOptions<C extends Call> {
  /** The requesting user, by the token of their session; null or omitted: anonymous. */
  readonly as?: TestUser | null;
  readonly params?: ParamsFor<C>;
  readonly query?: QueryFor<C>;
  readonly body?: BodyFor<C> | Buffer;
  /** Site for the header `x-site-id`; needed if nobody is signed in. */
  readonly siteId?: number;
  readonly headers?: Headers;
}

interface CallAnswer<C extends Call> {
  readonly status: number;
  /** Answer of a successful call; for a failed one use `failure`. */
  readonly answer: AnswerOf<C>;
  readonly failure: { readonly message: string; readonly data: readonly string[]; readonly requestId: string };
  readonly raw: LightMyRequestResponse;
}

/** For parameters that a test omits and that are not numbers. */
const STAND_INS: Readonly<Record<string, string>> = {
  name: "label",
  /** Key of a medium. */
  key: "0".repeat(44),
  descriptor: "1.dzi",
  folder: "1_files",
  tile: "0_0.jpg",
  region: "full",
  size: "max",
  rotation: "0",
  file: "default.jpg",
  kind: "image",
  parentType: "folder",
  type: "image",
};

/** URL of a call: its path with the parameters filled in, below `/api` unless it returns an image. */
export function addressOf(call: Call, params: unknown): string {
  const filled = filledParams(call.path, params);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filled[name] ?? ""));
  return isPicture(call) ? path : `/api${path}`;
}

/** A value for each parameter of a path, including omitted ones. */
export function filledParams(path: string, params: unknown): Record<string, string> {
  const values = (params ?? {}) as Record<string, string | number>;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? STAND_INS[name] ?? 1)]));
}

/** Images are served outside `/api`. */
export const isPicture = ({ path }: Call): boolean =>
  /^\/(tiles|iiif|deepzoom)\/|^\/radiology\/\{id\}\/\{version\}\//.test(path);

export const tokenOf = (user: TestUser | null | undefined): Headers => (user ? { "x-site-token": user.token } : {});

export async function sendCall<const C extends Call>(
  server: SharedTestServer,
  contract: C,
  { as, params, query, body, siteId, headers }: SendOptions<C> = {},
): Promise<CallAnswer<C>> {
  const options: InjectOptions = {
    method: contract.method,
    url: addressOf(contract, params),
    query: (query ?? {}) as Record<string, string>,
    headers: {
      ...tokenOf(as),
      ...(siteId === undefined ? {} : { "x-site-id": String(siteId) }),
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      ...headers,
    },
  };
  const raw = await server.app.inject(body === undefined ? options : { ...options, payload: body as object | Buffer });
  const isJson = raw.headers["content-type"]?.toString().includes("json") ?? false;
  const answer = isJson ? raw.json() : null;
  return { status: raw.statusCode, answer, failure: answer, raw };
}
