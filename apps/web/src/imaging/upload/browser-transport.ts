/** The server and the browser as used by the upload queue. */
import { getImage } from "@parfocal/core/image/image.contract.ts";
import {
  createUpload,
  deleteUpload,
  findKnownSlide,
  finishUpload,
  getUpload,
  listUploads,
  placeKnownSlide,
  UPLOAD_CONNECTIONS,
  UPLOAD_RETRIES,
  UPLOAD_RETRY_DELAY_MS,
} from "@parfocal/core/upload/upload.contract.ts";
import { call } from "#platform/call.ts";
import { hashSlide } from "./hashed-slide.ts";
import { sendChunk } from "./send-chunk.ts";
import type { UploadTransport } from "./upload-transport.ts";

const LOCK_PREFIX = "parfocal-upload-";

export const browserTransport: UploadTransport = {
  pace: { connections: UPLOAD_CONNECTIONS, retries: UPLOAD_RETRIES, retryDelayMs: UPLOAD_RETRY_DELAY_MS },
  create: ({ folders, ...body }, idempotencyKey, signal) =>
    call(createUpload, { body: { ...body, folders: [...folders] } }, { idempotencyKey, signal }),
  list: (signal) => call(listUploads, {}, { signal }),
  get: (id, signal) => call(getUpload, { params: { id } }, { signal }),
  sendChunk,
  finish: (id, sha256, ifKnown, signal) =>
    call(finishUpload, { params: { id }, body: { sha256, ifKnown } }, { signal }),
  findKnown: async (sha256, signal) => (await call(findKnownSlide, { query: { sha256 } }, { signal })).slide,
  placeKnown: (id, sha256) => call(placeKnownSlide, { params: { id }, body: { sha256 } }),
  remove: (id) => call(deleteUpload, { params: { id } }),
  getItem: (id, signal) => call(getImage, { params: { id } }, { signal }),
  hashSlide,
  wait,
  clockMs: () => performance.now(),
  async whileHolding(uploadId, work) {
    if (navigator.locks) await navigator.locks.request(`${LOCK_PREFIX}${uploadId}`, { ifAvailable: true }, work);
    else await work();
  },
  async listLocked() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [Number(name.slice(LOCK_PREFIX.length))] : []));
  },
};

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = (act: () => void) => {
      clearTimeout(timer);
      window.removeEventListener("online", handleOnline);
      signal.removeEventListener("abort", handleAbort);
      act();
    };
    const handleOnline = () => end(resolve);
    const handleAbort = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(resolve), delayMs);
    window.addEventListener("online", handleOnline);
    signal.addEventListener("abort", handleAbort);
  });
}
