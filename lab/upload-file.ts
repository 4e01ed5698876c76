/** Uploads a file to a server under test like a browser, and measures the server's memory and disk. Linux. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { pause, type ServerUnderTest } from "./server-under-test.ts";

export const MIB = 2 ** 20;
const POLL_MS = 50;

const digestOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

/** @throws Error with status and text if the response is an error. */
async function call<Answer>(server: ServerUnderTest, token: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.origin}/api/v2/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** @param parentId course or folder; null: none. @returns the result, and the time since its last byte. */
export async function uploadFile(
  server: ServerUnderTest,
  token: string,
  bytes: Buffer,
  filename: string,
  parentId: number | null = null,
): Promise<{ upload: Upload; seconds: number }> {
  const announced = await call<Upload>(server, token, "upload", { filename, bytes: bytes.length, parentId });
  for (let number = 0; number < announced.chunkCount; number += 1) {
    const chunk = bytes.subarray(number * announced.chunkBytes, (number + 1) * announced.chunkBytes);
    const answer = await fetch(`${server.origin}/api/v2/upload/${announced.id}/chunk/${number}`, {
      method: "PUT",
      headers: {
        "x-site-token": token,
        "content-type": "application/octet-stream",
        "content-digest": `sha-256=:${digestOf(chunk, "base64")}:`,
      },
      body: new Uint8Array(chunk),
    });
    if (answer.status !== 204) throw new Error(`chunk ${number}: ${answer.status}`);
  }
  const start = performance.now();
  let upload = await call<Upload>(server, token, `upload/${announced.id}/finish`, { sha256: digestOf(bytes, "hex") });
  while (upload.state === "checking") {
    await pause(POLL_MS);
    upload = await call<Upload>(server, token, `upload/${announced.id}`);
  }
  return { upload, seconds: (performance.now() - start) / 1000 };
}

/** The image, once its jobs are finished. */
export async function settledImage(server: ServerUnderTest, token: string, imageId: number): Promise<Image> {
  for (;;) {
    const image = await call<Image>(server, token, `image/${imageId}`);
    if (image.state !== "processing" || image.job?.state === "failed") return image;
    await pause(POLL_MS);
  }
}

/** Resident memory of the server itself, without its children. */
export async function memoryMib(server: ServerUnderTest): Promise<number> {
  return memoryOf(server.processId(), "VmRSS");
}

/** Peak memory of any of the server's children during `work`. */
export async function maxChildMemoryMib(server: ServerUnderTest, work: () => Promise<void>): Promise<number> {
  let most = 0;
  let isWorking = true;
  const watching = (async () => {
    while (isWorking) {
      for (const child of await childrenOf(server.processId())) {
        if (await isSandbox(child)) most = Math.max(most, await memoryOf(child, "VmHWM").catch(() => 0));
      }
      await pause(50);
    }
  })();
  try {
    await work();
  } finally {
    isWorking = false;
    await watching;
  }
  return most;
}

export async function memoryOf(processId: number, line: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
}

export async function childrenOf(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, "utf8").catch(() => "");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

/** Distinguishes sandboxes from the database, which is also a child process. */
export async function isSandbox(processId: number): Promise<boolean> {
  return (await readFile(`/proc/${processId}/cmdline`, "utf8").catch(() => "")).includes("--permission");
}

/** Disk usage of the server's uploads and slides. */
export async function diskMib(server: ServerUnderTest): Promise<number> {
  let bytes = 0;
  for (const folder of ["uploads", "slides"]) {
    const root = join(server.dataFolder, folder);
    for (const found of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (found.isFile()) bytes += (await stat(join(found.parentPath, found.name))).blocks * 512;
    }
  }
  return bytes / MIB;
}
