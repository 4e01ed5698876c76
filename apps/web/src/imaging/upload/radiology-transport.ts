/** Transport of the upload queue for radiology zips: other requests, the same queue. */
import { AppError } from "@parfocal/core/errors.ts";
import { getRadiology, type Radiology } from "@parfocal/core/radiology/radiology.contract.ts";
import {
  RADIOLOGY_CONNECTIONS,
  RADIOLOGY_RETRIES,
  RADIOLOGY_RETRY_DELAY_MS,
} from "@parfocal/core/radiology/radiology-limits.ts";
import {
  createRadiology,
  createRadiologyToken,
  deleteRadiologyUpload,
  getRadiologyUpload,
  listRadiologyUploads,
  putRadiologyChunk,
  type RadiologyUpload,
  UPLOAD_SIGNATURE_HEADER,
} from "@parfocal/core/radiology/radiology-upload.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import i18next from "i18next";
import { call } from "#platform/call.ts";
import { browserTransport } from "./browser-transport.ts";
import { sendChunk } from "./send-chunk.ts";
import type { UploadedItem, UploadTransport } from "./upload-transport.ts";

const STATES = { checking: "processing", ready: "ready", failed: "failed" } as const;

/** One per user: its signatures and items are discarded with it. */
export function createRadiologyTransport(): UploadTransport {
  const signatures = new Map<number, string>();
  /** Item IDs created by uploads, by upload ID. */
  const items = new Map<number, number>();

  function asUpload({ signature, ...upload }: RadiologyUpload): Upload {
    signatures.set(upload.id, signature);
    return {
      ...upload,
      folders: [],
      state: "receiving",
      progress: 0,
      error: null,
      fileFault: null,
      canRetry: false,
      imageId: null,
    };
  }

  const signatureOf = (uploadId: number): string => signatures.get(uploadId) ?? "";

  /** Repeated if no response arrived; the request is idempotent. */
  async function becomeItem(uploadId: number, sha256: string, signal: AbortSignal): Promise<void> {
    const body = { uploadId, signature: signatureOf(uploadId), sha256 };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { id } = await call(createRadiology, { body }, { signal });
        items.set(uploadId, id);
        return;
      } catch (error) {
        const isPassing = error instanceof AppError && error.kind === "unavailable";
        if (!isPassing || attempt >= RADIOLOGY_RETRIES) throw error;
        await browserTransport.wait(RADIOLOGY_RETRY_DELAY_MS, signal);
      }
    }
  }

  async function get(uploadId: number, signal: AbortSignal): Promise<Upload> {
    const imageId = items.get(uploadId);
    if (imageId === undefined)
      return asUpload(await call(getRadiologyUpload, { params: { id: uploadId } }, { signal }));
    return { ...DONE, id: uploadId, imageId };
  }

  return {
    ...browserTransport,
    pace: {
      connections: RADIOLOGY_CONNECTIONS,
      retries: RADIOLOGY_RETRIES,
      retryDelayMs: RADIOLOGY_RETRY_DELAY_MS,
    },
    create: async ({ filename, bytes, parentId }, idempotencyKey, signal) =>
      asUpload(await call(createRadiologyToken, { body: { filename, bytes, parentId } }, { idempotencyKey, signal })),
    list: async (signal) => (await call(listRadiologyUploads, {}, { signal })).map(asUpload),
    get,
    sendChunk: (chunk, options) =>
      sendChunk(chunk, options, {
        contract: putRadiologyChunk,
        headers: { [UPLOAD_SIGNATURE_HEADER]: signatureOf(chunk.uploadId) },
      }),
    async finish(uploadId, sha256, _ifKnown, signal) {
      await becomeItem(uploadId, sha256, signal);
      return get(uploadId, signal);
    },
    // A study may be uploaded twice, for another course, so the user is not asked.
    findKnown: async () => null,
    placeKnown: () => Promise.reject(new Error("a radiology upload has no twin on the server")),
    remove: (id) => call(deleteRadiologyUpload, { params: { id } }),
    getItem: async (id, signal) => itemOf(await call(getRadiology, { params: { id: String(id) } }, { signal })),
  };
}

/** State of an upload that has become an item. */
const DONE: Omit<Upload, "id" | "imageId"> = {
  filename: "",
  bytes: 0,
  parentId: null,
  folders: [],
  chunkBytes: 0,
  chunkCount: 0,
  receivedChunks: [],
  state: "done",
  progress: 1,
  error: null,
  fileFault: null,
  canRetry: false,
};

function itemOf({ id, title, thumbnail, path, state, progress, error, fault }: Radiology): UploadedItem {
  const isEnglish = i18next.language.startsWith("en");
  const sentence = fault !== null && !isEnglish ? i18next.t(`radiology.fault_${fault}`) : error;
  const job = { progress, error: sentence ?? i18next.t("radiology.fault_ours"), fileFault: null };
  return { id, title, thumbnail, path, state: STATES[state], job: state === "ready" ? null : job };
}
