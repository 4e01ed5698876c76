/**
 * Uploads a file like the browser, across any number of server restarts: requests without a response are repeated,
 * chunks that the server has received are not sent again.
 */
import { createHash } from "node:crypto";
import { UPLOAD_CONNECTIONS, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import type { Sample } from "./samples.ts";

export const hashOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

const AGAIN_MS = 100;
/** The server is starting, or waiting for its database. */
const AWAY = 503;

export interface Client {
  /**
   * Null if the server is unavailable, or the response is empty. @throws Error for a response that reports an invalid
   * call.
   */
  ask(path: string, request?: RequestInit): Promise<Response | null>;
  /** The same, repeated until there is a response. */
  askUntilAnswered(path: string, request?: RequestInit): Promise<Response>;
}

/**
 * @param token of the session.
 * @param refusals statuses for rejections after which a request is sent again.
 */
export function createClient(
  server: ServerUnderTest,
  token: string,
  refusals: ReadonlySet<number> = new Set([AWAY]),
): Client {
  async function ask(path: string, request: RequestInit = {}): Promise<Response | null> {
    const headers = { ...(request.headers as Record<string, string> | undefined), "x-site-token": token };
    const answer = await fetch(`${server.origin}${path}`, { ...request, headers }).catch(() => null);
    if (answer && !answer.ok && !refusals.has(answer.status))
      throw new Error(`${request.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`);
    return answer?.ok ? answer : null;
  }
  return {
    ask,
    async askUntilAnswered(path, request) {
      for (;;) {
        const answer = await ask(path, request);
        if (answer) return answer;
        await pause(AGAIN_MS);
      }
    },
  };
}

/** null also if the body is incomplete. */
const bodyOf = <Body>(answer: Response): Promise<Body | null> =>
  answer.json().catch(() => null) as Promise<Body | null>;

async function say<Body>(client: Client, path: string, request?: RequestInit): Promise<Body> {
  for (;;) {
    const body = await bodyOf<Body>(await client.askUntilAnswered(path, request));
    if (body !== null) return body;
  }
}

/** A repeated request, which was already executed. */
export async function requestDeidentification(client: Client, imageId: number): Promise<void> {
  const order = asJson({ title: "A slide" });
  await client.askUntilAnswered(`/api/v2/image/${imageId}/deidentify`, order).catch((error: Error) => {
    if (!error.message.includes(": 409 ")) throw error;
  });
}

const asJson = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** @param key idempotency key of the announcement. @returns the finished upload. */
export async function uploadFile(client: Client, { filename, bytes }: Sample, key: string): Promise<Upload> {
  const announcement = asJson({ filename, bytes: bytes.length }, { "idempotency-key": key });
  const { id } = await say<Upload>(client, "/api/v2/upload", announcement);
  for (;;) {
    const upload = await say<Upload>(client, `/api/v2/upload/${id}`);
    const missing = Array.from({ length: upload.chunkCount }, (_, number) => number).filter(
      (number) => !upload.receivedChunks.includes(number),
    );
    if (missing.length === 0) break;
    const sendNext = async () => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        const chunk = bytes.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
        await client.ask(`/api/v2/upload/${id}/chunk/${number}`, {
          method: "PUT",
          headers: {
            "content-type": "application/octet-stream",
            "content-digest": `sha-256=:${hashOf(chunk, "base64")}:`,
          },
          body: new Uint8Array(chunk),
        });
      }
    };
    await Promise.all(Array.from({ length: UPLOAD_CONNECTIONS }, sendNext));
  }
  let upload = await say<Upload>(client, `/api/v2/upload/${id}/finish`, asJson({ sha256: hashOf(bytes, "hex") }));
  while (upload.state === "checking") {
    await pause(AGAIN_MS);
    upload = await say<Upload>(client, `/api/v2/upload/${id}`);
  }
  return upload;
}
