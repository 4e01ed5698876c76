/** Sends the bytes of one chunk. XMLHttpRequest, since fetch does not say how far it is. */
import { AppError, STATUS_OF } from "@parfocal/core/errors.ts";
import { putUploadChunk } from "@parfocal/core/upload/upload.contract.ts";
import { failureFrom, networkLost, renewNonce, urlOf } from "#platform/call.ts";
import { announceSessionLost, identityHeaders } from "#platform/request-identity.ts";
import type { ChunkToSend, SendingOptions } from "./upload-transport.ts";

/** A connection on which nothing moved for so long is dead, whatever the system still believes. */
const STALL_MS = 60_000;

/** @throws AppError; `networkLost` when no answer came. */
export async function sendChunk(chunk: ChunkToSend, options: SendingOptions): Promise<void> {
  try {
    await sendOnce(chunk, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unauthenticated") throw error;
    if (!(await renewNonce())) {
      announceSessionLost();
      throw error;
    }
    await sendOnce(chunk, options);
  }
}

function sendOnce(
  { uploadId, number, bytes, digest }: ChunkToSend,
  { signal, onProgress }: SendingOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let stall = setTimeout(() => request.abort(), STALL_MS);
    const abort = () => request.abort();
    const finish = (act: () => void) => {
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
      act();
    };
    signal.addEventListener("abort", abort);
    request.upload.addEventListener("progress", ({ loaded }) => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
      onProgress(Math.min(loaded, bytes.size));
    });
    request.addEventListener("load", () =>
      finish(() => {
        if (request.status < STATUS_OF.invalid) resolve();
        else reject(failureFrom(request.status, request.responseText));
      }),
    );
    request.addEventListener("error", () => finish(() => reject(networkLost())));
    request.addEventListener("abort", () => finish(() => reject(signal.aborted ? signal.reason : networkLost())));
    request.open(putUploadChunk.method, urlOf(putUploadChunk, { params: { id: uploadId, number } }));
    for (const [name, value] of Object.entries(identityHeaders(true))) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("content-digest", `sha-256=:${digest}:`);
    request.send(bytes);
  });
}
