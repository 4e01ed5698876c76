/** Adds a zip of radiology images to a course, without the browser. */
import { createHash } from "node:crypto";
import { callsOf } from "./api.ts";
import { expect, serverOfTheRun } from "./journey.ts";
import { sessionOf } from "./sites.ts";

export interface AnnouncedUpload {
  readonly id: number;
  readonly signature: string;
  readonly chunkBytes: number;
  readonly chunkCount: number;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** @returns the item's ID, once it can be viewed. */
export async function placeRadiology(zip: Buffer, filename: string, parentId: number): Promise<number> {
  const api = await callsOf("teacher");
  const body = { filename, bytes: zip.length, parentId };
  const upload = await api.call<AnnouncedUpload>("POST", "/radiology/token", body);
  await sendChunks(upload, zip);
  const { id } = await api.call<{ id: number }>("POST", "/radiology", {
    uploadId: upload.id,
    signature: upload.signature,
    sha256: hashOf(zip),
  });
  await waitUntilReady(id);
  return id;
}

export const hashOf = (zip: Buffer): string => sha256(zip).toString("hex");

export async function sendChunks(upload: AnnouncedUpload, zip: Buffer): Promise<void> {
  const token = await sessionOf("teacher", serverOfTheRun());
  for (let number = 0; number < upload.chunkCount; number += 1) {
    const bytes = zip.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
    const answer = await fetch(`${serverOfTheRun()}/api/radiology/${upload.id}/chunks/${number}`, {
      method: "PUT",
      headers: {
        "x-site-token": token,
        "x-upload-signature": upload.signature,
        "content-type": "application/octet-stream",
        "content-digest": `sha-256=:${sha256(bytes).toString("base64")}:`,
      },
      body: Uint8Array.from(bytes),
    });
    if (!answer.ok) throw new Error(`Chunk ${number} was answered with ${answer.status}: ${await answer.text()}`);
  }
}

/** Waits until it was checked and can be viewed. */
export async function waitUntilReady(id: number): Promise<void> {
  const api = await callsOf("teacher");
  const stateOf = async () => (await api.call<{ state: string }>("GET", `/v2/radiology/${id}`)).state;
  await expect.poll(stateOf, { timeout: 40_000 }).toBe("ready");
}
