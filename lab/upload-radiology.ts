/** Uploads a radiology zip to the running server like the browser, and waits for its check. */
import { createHash } from "node:crypto";
import type { ServerUnderTest } from "./server-under-test.ts";

const LOOK_EVERY_MS = 50;

export interface RadiologyUnderTest {
  readonly id: number;
  readonly state: "checking" | "ready" | "failed";
  readonly version: number;
  readonly error: string | null;
}

export async function uploadRadiology(
  server: ServerUnderTest,
  token: string,
  bytes: Buffer,
  filename: string,
): Promise<RadiologyUnderTest> {
  const call = async <Answer>(method: string, path: string, body?: object | Buffer, headers = {}): Promise<Answer> => {
    const isChunk = Buffer.isBuffer(body);
    const answer = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        "x-site-token": token,
        ...(body ? { "content-type": isChunk ? "application/octet-stream" : "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: isChunk ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as Answer;
  };
  interface Upload {
    readonly id: number;
    readonly signature: string;
    readonly chunkBytes: number;
    readonly chunkCount: number;
  }
  const upload = await call<Upload>("POST", "/radiology/token", { filename, bytes: bytes.length });
  const { id: uploadId, signature, chunkBytes, chunkCount } = upload;
  for (let number = 0; number < chunkCount; number += 1) {
    const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    await call("PUT", `/radiology/${uploadId}/chunks/${number}`, chunk, {
      "content-digest": `sha-256=:${createHash("sha256").update(chunk).digest("base64")}:`,
      "x-upload-signature": signature,
    });
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { id } = await call<{ id: number }>("POST", "/radiology", { uploadId, signature, sha256 });
  for (;;) {
    const radiology = await call<RadiologyUnderTest>("GET", `/v2/radiology/${id}`);
    if (radiology.state !== "checking") return radiology;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
