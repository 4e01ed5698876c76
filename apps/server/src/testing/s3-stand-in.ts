/**
 * A small in-memory S3 store for tests. It checks the signature of every request according to "Signature Version 4",
 * without the library that created it, and misbehaves on demand.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How it misbehaves for a request. */
export type Fault =
  | { readonly status: number; readonly code?: string }
  /** The connection is closed in the middle of the request or of the response. */
  | "cut"
  /** It never answers. */
  | "silent"
  /** The request is processed, but the response is lost. */
  | "lost answer"
  /** One byte of the response is changed. */
  | "altered";

export interface SeenRequest {
  readonly method: string;
  /** Without the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly bytes: number;
}

interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  modifiedAt: Date;
}

export interface S3StandIn {
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly objects: Map<string, StoredObject>;
  /** Parts by their numbers, by upload. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, StoredObject> }>;
  readonly seen: SeenRequest[];
  /** Called for each request. */
  fault: (request: SeenRequest) => Fault | null;
  /** Maximum number of objects in one response to a list request. */
  pageSize: number;
  close(): Promise<void>;
}

const REGION = "test-region-1";
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const server = createServer((request, response) => void answer(standIn, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const standIn: S3StandIn = {
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    region: REGION,
    bucket: "backups",
    credentials: { accessKeyId: "TESTKEY", secretAccessKey: `secret+${randomUUID()}/=` },
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    fault: () => null,
    pageSize: 1_000,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return standIn;
}

async function answer(standIn: S3StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? "/", standIn.endpoint);
    const [, bucket = "", ...path] = decodeURIComponent(url.pathname).split("/");
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const { method = "" } = request;
    const seen = { method, key: path.join("/"), query: url.searchParams, bytes: body.length };
    standIn.seen.push(seen);
    const fault = standIn.fault(seen);
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "silent") return;
    if (fault !== null && typeof fault === "object") throw new Refusal(fault.status, fault.code ?? "SlowDown");
    assertSigned(standIn, request, body);
    if (bucket !== standIn.bucket) throw new Refusal(404, "NoSuchBucket");
    const result = perform(standIn, seen, { body, request });
    if (fault === "lost answer") return void request.socket.destroy();
    const sent = Buffer.from(result.body ?? "");
    if (fault === "altered") sent.writeUInt8(sent.readUInt8(0) ^ 1, 0);
    response.writeHead(result.status ?? 200, { "content-length": sent.length, ...result.headers });
    response.end(method === "HEAD" ? undefined : sent);
  } catch (error) {
    const { status, message } = error instanceof Refusal ? error : new Refusal(500, String(error));
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(request.method === "HEAD" ? undefined : `<?xml version="1.0"?><Error><Code>${message}</Code></Error>`);
  }
}

/** Source: AWS, "Authenticating requests: using the Authorization header", single chunk. */
function assertSigned({ credentials }: S3StandIn, { method, url = "", headers }: IncomingMessage, body: Buffer): void {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, id, day = "", region = "", names = "", signature] = form.exec(headers.authorization ?? "") ?? [];
  if (id !== credentials.accessKeyId) throw new Refusal(403, "InvalidAccessKeyId");
  if (region !== REGION) throw new Refusal(400, "AuthorizationHeaderMalformed");
  const signed = names.split(";");
  for (const name of ["host", "x-amz-date", "x-amz-content-sha256"])
    if (!signed.includes(name)) throw new Refusal(403, "AccessDenied");
  const [path, query = ""] = url.split("?");
  const canonical = [
    method,
    path,
    query.split("&").toSorted().join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region), "s3"), "aws4_request");
  if (hmac(key, text).toString("hex") !== signature) throw new Refusal(403, "SignatureDoesNotMatch");
  if (headers["x-amz-content-sha256"] !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
}

interface Result {
  readonly status?: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Buffer;
}

const stored = (body: Buffer): StoredObject => ({
  body,
  etag: `"${createHash("md5").update(body).digest("hex")}"`,
  modifiedAt: new Date(),
});

function perform(
  standIn: S3StandIn,
  { method, key, query }: SeenRequest,
  { body, request }: { readonly body: Buffer; readonly request: IncomingMessage },
): Result {
  const { objects } = standIn;
  if (key === "") return query.has("uploads") ? listUploads(standIn, query) : list(standIn, query);
  if (query.has("uploads") || query.has("uploadId")) return performUpload(standIn, { method, key, query, body });
  if (method === "PUT") {
    const source = request.headers["x-amz-copy-source"];
    if (source !== undefined) return copyObject(standIn, key, decodeURIComponent(String(source)));
    objects.set(key, stored(body));
    return { headers: { etag: stored(body).etag } };
  }
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const object = objects.get(key);
  if (!object) throw new Refusal(404, "NoSuchKey");
  const { range } = request.headers;
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (request.headers["if-match"] !== undefined && request.headers["if-match"] !== object.etag)
    throw new Refusal(412, "PreconditionFailed");
  if (from !== undefined && Number(from) >= object.body.length) throw new Refusal(416, "InvalidRange");
  const part = from === undefined ? object.body : object.body.subarray(Number(from), Number(to) + 1);
  return {
    status: from === undefined ? 200 : 206,
    headers: {
      etag: object.etag,
      "content-length": part.length,
      ...(from === undefined
        ? {}
        : { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${object.body.length}` }),
    },
    body: part,
  };
}

function copyObject({ objects, bucket }: S3StandIn, key: string, source: string): Result {
  const from = objects.get(source.slice(`/${bucket}/`.length));
  if (!from) throw new Refusal(404, "NoSuchKey");
  objects.set(key, stored(from.body));
  return { body: "<CopyObjectResult/>" };
}

function performUpload(
  { objects, uploads }: S3StandIn,
  { method, key, query, body }: Pick<SeenRequest, "method" | "key" | "query"> & { readonly body: Buffer },
): Result {
  if (query.has("uploads")) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    return {
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const id = query.get("uploadId") ?? "";
  const upload = uploads.get(id);
  if (!upload) throw new Refusal(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), stored(body));
    return { headers: { etag: stored(body).etag } };
  }
  uploads.delete(id);
  if (method === "DELETE") return { status: 204 };
  const tags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
  const parts = tags.map(([, number, etag]) => {
    const part = upload.parts.get(Number(number));
    if (!part || part.etag !== etag) throw new Refusal(400, "InvalidPart");
    return part.body;
  });
  objects.set(key, stored(Buffer.concat(parts)));
  return { body: "<CompleteMultipartUploadResult/>" };
}

function list({ objects, pageSize }: S3StandIn, query: URLSearchParams): Result {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, pageSize).map((key) => {
    const { body, modifiedAt, etag } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${etag.replaceAll('"', "&quot;")}</ETag><Size>${body.length}</Size></Contents>`;
  });
  const next =
    keys.length > pageSize
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${keys[pageSize - 1]}</NextContinuationToken>`
      : "<IsTruncated>false</IsTruncated>";
  return { body: `<ListBucketResult>${next}${page.join("")}</ListBucketResult>` };
}

function listUploads({ uploads }: S3StandIn, query: URLSearchParams): Result {
  const listed = [...uploads]
    .filter(([, { key }]) => key.startsWith(query.get("prefix") ?? ""))
    .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  return {
    body: `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join("")}</ListMultipartUploadsResult>`,
  };
}
