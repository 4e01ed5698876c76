/** Sends the bytes of one chunk. Uses XMLHttpRequest, because fetch does not report upload progress. */
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError, STATUS_OF } from "@parfocal/core/errors.ts";
import { putUploadChunk } from "@parfocal/core/upload/upload.contract.ts";
import { failureFrom, networkLost, renewIdentity, urlOf } from "#platform/call.ts";
import { announceSessionLost } from "#platform/request-identity.ts";
import { asCaller, type Identity } from "#platform/transport.ts";
import type { ChunkToSend, SendingOptions } from "./upload-transport.ts";

/** A connection without progress for this long is considered dead, regardless of what the system reports. */
const STALL_MS = 60_000;

/** URL of a chunk, and additional headers. */
interface ChunkAddress {
  /** Its parameters are `id` and `number`. */
  readonly contract: Call;
  readonly headers: Readonly<Record<string, string>>;
}

const SLIDES: ChunkAddress = { contract: putUploadChunk, headers: {} };

/** @throws AppError; `networkLost` without a response. */
export async function sendChunk(chunk: ChunkToSend, options: SendingOptions, address = SLIDES): Promise<void> {
  const send = () => asCaller(true, (identity) => sendOnce(chunk, options, { ...address, identity }));
  try {
    await send();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unauthenticated") throw error;
    if (!(await renewIdentity())) {
      announceSessionLost();
      throw error;
    }
    await send();
  }
}

function sendOnce(
  { uploadId, number, bytes, digest }: ChunkToSend,
  { signal, onProgress }: SendingOptions,
  { contract, headers, identity }: ChunkAddress & { readonly identity: Identity },
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
    request.open(contract.method, urlOf(contract, { params: { id: uploadId, number } }));
    for (const [name, value] of Object.entries({ ...identity, ...headers })) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("content-digest", `sha-256=:${digest}:`);
    request.send(bytes);
  });
}
