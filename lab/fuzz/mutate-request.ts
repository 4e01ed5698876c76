/** A valid request with one error. Pure: the same random numbers give the same request. */
import type { Operation } from "./api-description.ts";
import { hostileText } from "./hostile-values.ts";
import { mutateForm } from "./mutate-form.ts";
import { JSON_MUTATIONS } from "./mutate-json.ts";
import type { Random } from "./random.ts";
import { valueOfSchema } from "./schema-values.ts";

/** A valid request. */
export interface RightRequest {
  /** Values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON; undefined: none. */
  readonly body: unknown;
  /** A form or the bytes of a file, instead of JSON. */
  readonly bytes: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request as sent. */
export interface RawRequest {
  readonly method: string;
  /** With its query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Short description of the error. */
  readonly what: string;
}

interface Draft {
  params: Record<string, string>;
  /** Already encoded, without the question mark. */
  query: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

interface Mutation {
  readonly fits: (operation: Operation, right: RightRequest) => boolean;
  /** Weight among the applicable mutations. */
  readonly weight: number;
  /** @returns description of the error. */
  readonly apply: (draft: Draft, operation: Operation, right: RightRequest, random: Random) => string;
}

const JSON_TYPE = "application/json";

/** Encodes a value that may contain a lone surrogate, which has no percent-encoding: as three bytes, as some clients send it. */
export function percentEncoded(text: string): string {
  return [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : encodedSurrogate(each))).join("");
}

function encodedSurrogate(unit: string): string {
  const code = unit.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join("");
}

/** Longer URLs are rejected by Node itself: a few of them are enough. */
const ADDRESS_MAX_CHARACTERS = 8_000;
const cut = (encoded: string): string => encoded.slice(0, ADDRESS_MAX_CHARACTERS).replace(/%.?$/, "");

const WRONG_PATHS = [
  "%",
  "%00",
  "%ed%a0%80",
  "%ff",
  "%2e%2e",
  "%2f",
  "0",
  "-1",
  "1.5",
  "1e3",
  "9007199254740993",
  "NaN",
];
const IDS = ["1", "2", "2147483648", "999999999999999", "1000000000000000"];

const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    "idempotency-key",
    ["", "short", "x".repeat(201), "a key with blanks", "%00%00%00%00", "x".repeat(200), "__proto__"],
  ],
  ["x-site-id", ["0", "-1", "1", "999999999999999", "9999999999999999", "NaN", "1 OR 1=1", "x".repeat(5_000)]],
  ["x-site-token", ["", "a", "1.", `1.${"a".repeat(43)}`, `999999999999999.${"a".repeat(43)}`, "x".repeat(5_000)]],
  [
    "cookie",
    ["sid=", "sid=a; sid=b", "sid=%00", `${"a=b; ".repeat(500)}`, "__Host-sid=1.a", ";;;;====", "\u00ff=\u00ff"],
  ],
  ["origin", ["null", "https://evil.example", "http://", "file://", "http://127.0.0.1", "x".repeat(1_000)]],
  ["sec-fetch-site", ["cross-site", "none", "?"]],
  ["x-nonce", ["", "a", "x".repeat(5_000)]],
  ["accept", ["text/html", "*/*;q=abc", "x".repeat(5_000)]],
  ["accept-encoding", ["gzip", "identity;q=0", "gzip;q=nan, *;q=0", "zstd, br"]],
  ["accept-language", ["de", "x".repeat(2_000), "\u00ff"]],
  [
    "range",
    ["bytes=0-", "bytes=5-1", "bytes=-0", "bytes=0-99999999999999999999", "bytes=a-b", "bytes=0-1,2-3", "items=0-1"],
  ],
  ["if-none-match", ["*", '"', `W/"${"a".repeat(1_000)}"`]],
  ["if-modified-since", ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "0"]],
  ["content-digest", ["", "sha-256=", "sha-256=:AA==:", "sha-256=:!:", "md5=:AA==:", "x".repeat(2_000)]],
  ["x-forwarded-for", ["", "a, b", "::1", "999.999.999.999", "127.0.0.1,".repeat(200)]],
  ["x-forwarded-host", ["evil.example", "a b", ""]],
  ["host", ["", "evil.example", "a:b:c", "[::1", "x".repeat(1_000)]],
  ["content-encoding", ["gzip", "br", "x"]],
  ["expect", ["200-ok"]],
];

const TYPES = [
  "",
  "text/plain",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/json; charset=utf-16",
  "application/json; boundary=x",
  "application/vnd.api+json",
  "json",
  "/",
  "application/json, text/plain",
  "x".repeat(2_000),
];

const BROKEN_BODIES = [
  "",
  " ",
  "null",
  "0",
  '""',
  "[]",
  "{",
  "}",
  '{"a":}',
  "undefined",
  "\ufeff{}",
  "{}{}",
  "NaN",
  "-",
  '"\\u12"',
  "\0",
];
const BROKEN_BYTES = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
];

const takesJson = ({ body }: Operation): boolean => body !== null;

const MUTATIONS: readonly Mutation[] = [
  {
    weight: 1,
    fits: () => true,
    apply: () => "nothing",
  },
  {
    weight: 12,
    fits: takesJson,
    apply(draft, _operation, { body }, random) {
      const mutation = random.pick(JSON_MUTATIONS);
      draft.body = Buffer.from(mutation.apply(body ?? {}, random));
      return `body: ${mutation.name}`;
    },
  },
  {
    weight: 12,
    fits: takesJson,
    apply(draft, operation, { body, params }, random) {
      const ids = Object.values(params).map(Number).filter(Number.isInteger);
      const made = valueOfSchema(operation.body ?? {}, random, ids);
      const isMixed = random.chance(0.6) && [made, body].every((each) => typeof each === "object" && each !== null);
      draft.body = Buffer.from(JSON.stringify(isMixed ? mixed(body as object, made as object, random) : made));
      return "body: values at the limits of the schema";
    },
  },
  {
    weight: 1,
    fits: takesJson,
    apply(draft, _operation, _right, random) {
      draft.body = random.chance(0.7) ? Buffer.from(random.pick(BROKEN_BODIES)) : random.pick(BROKEN_BYTES);
      return "body: no JSON";
    },
  },
  {
    weight: 2,
    fits: ({ method }) => method !== "GET" && method !== "HEAD",
    apply(draft, _operation, _right, random) {
      draft.headers["content-type"] = random.pick(TYPES);
      if (draft.body === null) draft.body = Buffer.from("{}");
      return `content-type: ${draft.headers["content-type"].slice(0, 40)}`;
    },
  },
  {
    weight: 12,
    fits: ({ isForm }) => isForm,
    apply(draft, _operation, { headers, bytes }, random) {
      const { body, type, what } = mutateForm(bytes ?? Buffer.alloc(0), headers["content-type"] ?? "", random);
      draft.body = body;
      draft.headers["content-type"] = type;
      return `form: ${what}`;
    },
  },
  {
    weight: 5,
    fits: ({ isForm }, { bytes }) => bytes !== null && !isForm,
    apply(draft, _operation, { bytes }, random) {
      const kept = bytes ?? Buffer.alloc(0);
      draft.body = random.pick([
        Buffer.alloc(0),
        kept.subarray(0, random.below(kept.length + 1)),
        Buffer.concat([kept, kept]),
        Buffer.alloc(300_000, 120),
      ]);
      return `bytes: ${draft.body.length}`;
    },
  },
  {
    weight: 5,
    fits: ({ path }) => path.includes("{"),
    apply(draft, { path }, _right, random) {
      const name = random.pick([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string));
      // An empty value would give the path of another operation.
      const value = random.pick([...WRONG_PATHS, ...IDS, cut(percentEncoded(hostileText(random))) || "%20"]);
      draft.params[name] = value;
      return `path: ${name} = ${value.slice(0, 40)}`;
    },
  },
  {
    weight: 8,
    fits: ({ query }) => query.length > 0,
    apply(draft, { query }, right, random) {
      const { name, schema } = random.pick(query);
      const ids = Object.values(right.params).map(Number).filter(Number.isInteger);
      const value = random.chance(0.5) ? String(valueOfSchema(schema, random, ids)) : hostileText(random);
      const pair = `${percentEncoded(name)}=${cut(percentEncoded(value))}`;
      const twice = `${pair}&${percentEncoded(name)}=1`;
      const others = random.chance(0.5) ? draft.query : "";
      draft.query = [others, random.pick([pair, pair, pair, twice, `${name}[]=1`, `${name}[a]=1`, name])]
        .filter((each) => each !== "")
        .join("&");
      return `query: ${draft.query.slice(0, 60)}`;
    },
  },
  {
    weight: 1,
    fits: () => true,
    apply(draft, _operation, _right, random) {
      draft.query = random.pick([
        "__proto__=1",
        "constructor[prototype]=1",
        "=",
        "&&&",
        "%",
        "%ff=%ff",
        `a=${"b".repeat(5_000)}`,
        "a=1&".repeat(500),
      ]);
      return `query: ${draft.query.slice(0, 40)}`;
    },
  },
  {
    weight: 4,
    fits: () => true,
    apply(draft, _operation, _right, random) {
      const [name, values] = random.pick(HEADERS);
      draft.headers[name] = random.pick(values);
      return `header: ${name} = ${draft.headers[name].slice(0, 40)}`;
    },
  },
];

/** Combines two objects: each field from one or the other. */
function mixed(one: object, other: object, random: Random): object {
  const fields = { ...one } as Record<string, unknown>;
  for (const [name, value] of Object.entries(other)) if (random.chance(0.4)) fields[name] = value;
  return fields;
}

/** @param headers of the session, which a mutation can replace. */
export function mutateRequest(
  operation: Operation,
  right: RightRequest,
  headers: Readonly<Record<string, string>>,
  random: Random,
): RawRequest {
  const draft: Draft = {
    params: Object.fromEntries(Object.entries(right.params).map(([name, value]) => [name, percentEncoded(value)])),
    query: new URLSearchParams(right.query).toString(),
    headers: { ...headers, ...right.headers },
    body: right.bytes ?? (right.body === undefined ? null : Buffer.from(JSON.stringify(right.body))),
  };
  if (operation.body !== null) draft.headers["content-type"] = JSON_TYPE;
  if (random.chance(0.2)) draft.headers["idempotency-key"] = `fuzz-${random.below(1_000_000)}`;
  const fitting = MUTATIONS.filter(({ fits }) => fits(operation, right)).flatMap((each) =>
    Array.from({ length: each.weight }, () => each),
  );
  const what = random.pick(fitting).apply(draft, operation, right, random);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => draft.params[name] ?? "1");
  return {
    method: operation.method,
    path: `/api${path}${draft.query === "" ? "" : `?${draft.query}`}`,
    headers: draft.headers,
    body: draft.body,
    what,
  };
}
