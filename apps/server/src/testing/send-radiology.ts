/** Uploads a radiology zip like the browser: gets a token, sends chunks, creates the item, and waits for its check. */
import { getRadiology, type Radiology } from "@parfocal/core/radiology/radiology.contract.ts";
import {
  createRadiology,
  createRadiologyToken,
  putRadiologyChunk,
  type RadiologyUpload,
  UPLOAD_SIGNATURE_HEADER,
} from "@parfocal/core/radiology/radiology-upload.contract.ts";
import type { TestUser } from "./build-user.ts";
import { sendCall } from "./send-call.ts";
import { digestOf, sha256Of } from "./send-file.ts";
import type { SharedTestServer } from "./test-server.ts";

const LOOK_EVERY_MS = 20;

export const announceRadiology = (
  server: SharedTestServer,
  as: TestUser,
  file: { filename?: string; bytes: number; parentId?: number | null },
) => sendCall(server, createRadiologyToken, { as, body: { filename: "examination.zip", ...file } });

export function sendRadiologyChunk(
  server: SharedTestServer,
  as: TestUser,
  { id, signature }: Pick<RadiologyUpload, "id" | "signature">,
  { number, bytes, digest = digestOf(bytes) }: { number: number; bytes: Buffer; digest?: string },
) {
  return sendCall(server, putRadiologyChunk, {
    as,
    params: { id: String(id), number: String(number) },
    body: bytes as never,
    headers: { "content-digest": digest, [UPLOAD_SIGNATURE_HEADER]: signature },
  });
}

/** All chunks, the last one first. */
export async function sendRadiologyChunks(
  server: SharedTestServer,
  as: TestUser,
  upload: RadiologyUpload,
  bytes: Buffer,
): Promise<void> {
  for (let number = upload.chunkCount - 1; number >= 0; number -= 1) {
    const chunk = bytes.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
    const { status } = await sendRadiologyChunk(server, as, upload, { number, bytes: chunk });
    if (status !== 204) throw new Error(`chunk ${number} was answered with ${status}`);
  }
}

export const createItem = (
  server: SharedTestServer,
  as: TestUser,
  { id: uploadId, signature }: Pick<RadiologyUpload, "id" | "signature">,
  { sha256, ...texts }: { sha256: string; title?: string; subtitle?: string; summary?: string },
) => sendCall(server, createRadiology, { as, body: { uploadId, signature, sha256, ...texts } });

export async function findCheckedRadiology(server: SharedTestServer, as: TestUser, id: number): Promise<Radiology> {
  for (;;) {
    const { answer } = await sendCall(server, getRadiology, { as, params: { id: String(id) }, query: {} });
    if (answer.state !== "checking") return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The complete upload of a zip. */
export async function sendRadiology(
  server: SharedTestServer,
  as: TestUser,
  bytes: Buffer,
  { filename, parentId }: { filename?: string; parentId?: number } = {},
): Promise<{ radiology: Radiology; upload: RadiologyUpload }> {
  const { answer: upload } = await announceRadiology(server, as, {
    bytes: bytes.length,
    ...(filename ? { filename } : {}),
    ...(parentId ? { parentId } : {}),
  });
  await sendRadiologyChunks(server, as, upload, bytes);
  const { answer } = await createItem(server, as, upload, { sha256: sha256Of(bytes) });
  return { radiology: await findCheckedRadiology(server, as, answer.id), upload };
}
