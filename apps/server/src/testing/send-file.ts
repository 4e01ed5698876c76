/** Uploads bytes like the browser: announces, sends chunks with their digests, finishes, and waits for the check. */
import { createHash } from "node:crypto";
import {
  createUpload,
  finishUpload,
  getUpload,
  putUploadChunk,
  type Upload,
} from "@parfocal/core/upload/upload.contract.ts";
import type { TestUser } from "./build-user.ts";
import { sendCall } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

const LOOK_EVERY_MS = 20;

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Header `content-digest`, RFC 9530. */
export const digestOf = (bytes: Uint8Array): string =>
  `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;

export const announce = (
  server: SharedTestServer,
  as: TestUser,
  file: { filename?: string; bytes: number; parentId?: number | null },
) => sendCall(server, createUpload, { as, body: { filename: "slide.svs", ...file } });

/** @param digest of bytes other than the sent ones; omitted: the correct digest. */
export function sendChunk(
  server: SharedTestServer,
  as: TestUser,
  { id, number, bytes, digest }: { id: number; number: number; bytes: Buffer; digest?: string | null },
) {
  const header = digest === undefined ? digestOf(bytes) : digest;
  return sendCall(server, putUploadChunk, {
    as,
    params: { id: String(id), number: String(number) },
    body: bytes as never,
    headers: header === null ? {} : { "content-digest": header },
  });
}

export const finish = (server: SharedTestServer, as: TestUser, id: number, sha256: string) =>
  sendCall(server, finishUpload, { as, params: { id: String(id) }, body: { sha256 } });

export async function findOutcome(server: SharedTestServer, as: TestUser, id: number): Promise<Upload> {
  for (;;) {
    const { answer } = await sendCall(server, getUpload, { as, params: { id: String(id) } });
    if (answer.state === "done" || answer.state === "failed") return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The complete upload of a file. */
export async function sendFile(
  server: SharedTestServer,
  as: TestUser,
  bytes: Buffer,
  { filename, parentId }: { filename?: string; parentId?: number } = {},
): Promise<Upload> {
  const { answer } = await announce(server, as, {
    bytes: bytes.length,
    ...(filename ? { filename } : {}),
    ...(parentId ? { parentId } : {}),
  });
  for (let number = 0; number < answer.chunkCount; number += 1) {
    const chunk = bytes.subarray(number * answer.chunkBytes, (number + 1) * answer.chunkBytes);
    await sendChunk(server, as, { id: answer.id, number, bytes: chunk });
  }
  await finish(server, as, answer.id, sha256Of(bytes));
  return findOutcome(server, as, answer.id);
}
