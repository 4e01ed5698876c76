/** Upload queues, and an in-memory server for their tests. */
import { AppError } from "@parfocal/core/errors.ts";
import {
  ALREADY_HERE,
  type KnownSlide,
  UPLOAD_MAX_BYTES,
  UPLOAD_RETRIES,
  type Upload,
} from "@parfocal/core/upload/upload.contract.ts";
import { vi } from "vitest";
import { bytesOf, type ChosenSlide } from "../slide-content.ts";
import { createUploadQueue } from "../upload-queue.ts";
import type { NewUpload, UploadTransport } from "../upload-transport.ts";

const CHUNK_BYTES = 4;
const sentences = {
  empty: () => "empty",
  tooLarge: () => "too large",
  unreadable: () => "unreadable",
  sendFailed: () => "send failed",
  failed: () => "failed",
};

/** An in-memory server that can be made to fail. */
export function serverInMemory(received: number[] = []) {
  const uploads = new Map<number, Upload>();
  const sentChunks: number[] = [];
  let failSending: (number: number, attempt: number) => AppError | null = () => null;
  const attempts = new Map<number, number>();
  let hold: Promise<void> | null = null;
  const known = new Map<string, KnownSlide>();
  const idOfKey = new Map<string, number>();
  const drops: NewUpload["drop"][] = [];

  const transport: UploadTransport = {
    pace: { connections: 3, retries: UPLOAD_RETRIES, retryDelayMs: 5000 },
    async create({ filename, bytes, parentId, folders, drop }, idempotencyKey) {
      const interrupted = uploads.get(idOfKey.get(idempotencyKey) ?? 0);
      if (interrupted) return interrupted;
      drops.push(drop);
      const id = uploads.size + 1;
      idOfKey.set(idempotencyKey, id);
      const chunkCount = Math.ceil(bytes / CHUNK_BYTES);
      const upload: Upload = {
        id,
        filename,
        bytes,
        parentId,
        folders: [...folders],
        chunkBytes: CHUNK_BYTES,
        chunkCount,
        receivedChunks: [...received],
        state: "receiving",
        progress: 0,
        error: null,
        fileFault: null,
        canRetry: false,
        imageId: null,
      };
      uploads.set(id, upload);
      return upload;
    },
    list: async () => [...uploads.values()].filter(({ state }) => state !== "done"),
    async get(id) {
      const upload = uploads.get(id);
      if (!upload) throw new AppError("notFound", "Upload not found.");
      return upload;
    },
    async sendChunk({ uploadId, number, bytes }, { signal, onProgress }) {
      const attempt = (attempts.get(number) ?? 0) + 1;
      attempts.set(number, attempt);
      if (hold) await hold;
      signal.throwIfAborted();
      const failure = failSending(number, attempt);
      if (failure) throw failure;
      onProgress(bytes.size);
      sentChunks.push(number);
      const upload = uploads.get(uploadId) as Upload;
      uploads.set(uploadId, { ...upload, receivedChunks: [...upload.receivedChunks, number] });
    },
    async finish(id, sha256, ifKnown) {
      if (ifKnown === "ask" && known.has(sha256))
        throw new AppError("conflict", "This slide already exists.", { codes: [ALREADY_HERE] });
      const upload = { ...(uploads.get(id) as Upload), state: "done" as const, imageId: 70 + id };
      uploads.set(id, upload);
      return upload;
    },
    findKnown: async (sha256) => known.get(sha256) ?? null,
    async placeKnown(id, sha256) {
      const upload = {
        ...(uploads.get(id) as Upload),
        state: "done" as const,
        imageId: known.get(sha256)?.imageId ?? 0,
      };
      uploads.set(id, upload);
      return upload;
    },
    async remove(id) {
      uploads.delete(id);
    },
    getItem: async (id) => ({ id, title: "A slide", thumbnail: null, path: [], state: "ready", job: null }),
    hashSlide: (content, chunkBytes) => ({
      chunk: async (number) => ({
        bytes: new Blob(["x".repeat(Math.min(chunkBytes, bytesOf(content) - number * chunkBytes))]),
        digest: `digest ${number}`,
      }),
      // Equal bytes have equal hashes, as on the server.
      sha256: async () => String(bytesOf(content)),
      close: () => undefined,
    }),
    wait: async (_delayMs, signal) => signal.throwIfAborted(),
    clockMs: () => 0,
    whileHolding: (_id, work) => work(),
    listLocked: async () => [],
  };
  return {
    transport,
    uploads,
    sentChunks,
    drops,
    attempts,
    /** Simulates an existing slide of this size. */
    know: (bytes: number, slide: KnownSlide) => known.set(String(bytes), slide),
    failWith: (rule: typeof failSending) => {
      failSending = rule;
    },
    holdUntil: (release: Promise<void> | null) => {
      hold = release;
    },
  };
}

let keys = 0;
export function queueOn(server: ReturnType<typeof serverInMemory>) {
  const onContentChange = vi.fn();
  const queue = createUploadQueue({
    transport: server.transport,
    sentences,
    newKey: () => `key-${++keys}`,
    purpose: "slide",
    maxBytes: UPLOAD_MAX_BYTES,
    onContentChange,
  });
  return { queue, onContentChange, phases: () => queue.entries().map(({ phase }) => phase) };
}

export const fileOf = (bytes: number, filename = "slide.svs"): ChosenSlide => {
  const content = { kind: "file", file: new File([new Uint8Array(bytes)], filename) } as const;
  return { filename, bytes, folders: [], content, handles: [] };
};
export const lost = () => new AppError("unavailable", "no network", { codes: ["networkLost"] });
