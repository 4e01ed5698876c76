/**
 * The uploads of this page: they go on whichever screen is open. A few files at once, each in several chunks at once;
 * what was interrupted is found again on the server and goes on where it stopped.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { UPLOAD_MAX_BYTES, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import type { ChosenFile } from "./dropped-files.ts";
import { dropHandle, keepHandle, listHandleIds, openHandle } from "./file-handles.ts";
import { followUpload } from "./follow-upload.ts";
import { FileUnreadable, type HashedFile } from "./hashed-file.ts";
import { sendFile } from "./send-file.ts";
import { createRateMeter, receivedBytes, timeLeftS } from "./upload-arithmetic.ts";
import type { UploadDestination, UploadEntry, UploadPhase } from "./upload-entry.ts";
import type { UploadTransport } from "./upload-transport.ts";

export const FILES_AT_ONCE = 2;

/** Sentences that the queue itself has to say. */
export interface UploadSentences {
  readonly empty: () => string;
  readonly tooLarge: () => string;
  readonly unreadable: () => string;
  readonly sendFailed: () => string;
  readonly failed: () => string;
}

export interface UploadQueue {
  entries(): readonly UploadEntry[];
  subscribe(listener: () => void): () => void;
  add(files: readonly ChosenFile[], destination: UploadDestination | null): void;
  pause(key: string): void;
  resume(key: string): void;
  /** Goes on with an interrupted upload. @returns whether this is the file that was begun, by name and size. */
  continueWith(key: string, chosen: ChosenFile): boolean;
  /** The same with the file's kept handle. @returns false: the file must be chosen again. */
  continueWithHandle(key: string): Promise<boolean>;
  /** Stops it and throws away what the server has. */
  cancel(key: string): Promise<void>;
  /** Takes it out of the list. */
  dismiss(key: string): void;
  dismissDone(): void;
  /** Finds what was interrupted earlier. */
  restore(): Promise<void>;
  /** Goes on with what stopped because the session ended. */
  resumeAfterSignIn(): void;
  /** Stops everything here; the server keeps what it has. */
  close(): void;
}

interface UploadWork {
  readonly chosen: ChosenFile | null;
  readonly idempotencyKey: string;
  hashed: HashedFile | null;
  run: AbortController | null;
  awaitsSession: boolean;
}

interface QueueOptions {
  readonly transport: UploadTransport;
  readonly sentences: UploadSentences;
  readonly newKey: () => string;
  /** A slide has come or changed: lists that show it are stale. */
  readonly onContentChange: () => void;
}

export function createUploadQueue({ transport, sentences, newKey, onContentChange }: QueueOptions): UploadQueue {
  let entries: readonly UploadEntry[] = [];
  const works = new Map<string, UploadWork>();
  const listeners = new Set<() => void>();
  const life = new AbortController();

  const find = (key: string) => entries.find((entry) => entry.key === key);

  function setEntries(next: readonly UploadEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }

  function change(key: string, fields: Partial<UploadEntry>): void {
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));
  }

  function insert(
    entry: Partial<UploadEntry> & Pick<UploadEntry, "filename" | "bytes" | "phase">,
    chosen: ChosenFile | null,
  ): string {
    const key = newKey();
    works.set(key, { chosen, idempotencyKey: newKey(), hashed: null, run: null, awaitsSession: false });
    setEntries([...entries, { ...EMPTY_ENTRY, ...entry, key }]);
    return key;
  }

  function isTakingTurn({ phase }: UploadEntry): boolean {
    return phase === "sending" || phase === "retrying" || phase === "finishing";
  }

  /** Starts as many of the waiting as there is room for. */
  function startNext(): void {
    while (!life.signal.aborted && entries.filter(isTakingTurn).length < FILES_AT_ONCE) {
      const next = entries.find(({ phase }) => phase === "waiting");
      if (!next) return;
      change(next.key, { phase: "sending", error: null });
      void run(next.key);
    }
  }

  async function run(key: string): Promise<void> {
    const work = works.get(key);
    if (!work?.chosen) return;
    work.run = new AbortController();
    work.awaitsSession = false;
    const signal = AbortSignal.any([work.run.signal, life.signal]);
    try {
      const upload = await announce(key, work, signal);
      await transport.whileHolding(upload.id, () => sendAll(key, work, upload, signal));
      startNext();
      await follow(key, upload.id, signal);
    } catch (error) {
      if (!signal.aborted) fail(key, work, error);
    }
    startNext();
  }

  async function announce(key: string, work: UploadWork, signal: AbortSignal): Promise<Upload> {
    const { uploadId, filename, bytes, destination } = find(key) as UploadEntry;
    if (uploadId !== null) return transport.get(uploadId, signal);
    const upload = await transport.create(
      { filename, bytes, parentId: destination?.id ?? null },
      work.idempotencyKey,
      signal,
    );
    change(key, { uploadId: upload.id });
    if (work.chosen?.handle) await keepHandle(upload.id, work.chosen.handle);
    return upload;
  }

  async function sendAll(key: string, work: UploadWork, upload: Upload, signal: AbortSignal): Promise<void> {
    if (!work.chosen) return;
    if (upload.canRetry) {
      work.hashed ??= transport.hashFile(work.chosen.file, upload.chunkBytes);
      await transport.finish(upload.id, await work.hashed.sha256(), signal);
      return;
    }
    if (upload.state !== "receiving") return;
    const meter = createRateMeter();
    work.hashed ??= transport.hashFile(work.chosen.file, upload.chunkBytes);
    await sendFile({
      transport,
      upload,
      hashed: work.hashed,
      signal,
      onProgress(sentBytes) {
        const now = transport.clockMs();
        meter.note(now, sentBytes);
        const rate = meter.rate(now);
        change(key, { sentBytes, rate, leftS: timeLeftS(upload.bytes - sentBytes, rate) });
      },
      onConnection: (isLost) =>
        change(key, isLost ? { phase: "retrying", rate: null, leftS: null } : { phase: "sending" }),
    });
    change(key, { phase: "finishing", sentBytes: upload.bytes, rate: null, leftS: null });
    await transport.finish(upload.id, await work.hashed.sha256(), signal);
    work.hashed.close();
  }

  async function follow(key: string, uploadId: number, signal: AbortSignal): Promise<void> {
    change(key, { phase: "checking", progress: 0 });
    await followUpload(transport, uploadId, signal, {
      onChange: (fields) => change(key, fields),
      onContentChange,
    });
    await dropHandle(uploadId);
  }

  function fail(key: string, work: UploadWork, error: unknown): void {
    const entry = find(key);
    if (!entry) return;
    if (error instanceof AppError && error.kind === "unauthenticated") {
      work.awaitsSession = true;
      change(key, { phase: "paused", rate: null, leftS: null });
      return;
    }
    const isNews = error instanceof AppError && error.kind !== "internal";
    const isPassing = error instanceof AppError && (error.kind === "unavailable" || error.kind === "internal");
    const text =
      error instanceof FileUnreadable
        ? sentences.unreadable()
        : isPassing
          ? sentences.sendFailed()
          : isNews
            ? error.message
            : sentences.failed();
    // What the server no longer knows, or refuses, is not helped by sending on.
    const canRetry =
      !(error instanceof FileUnreadable) &&
      !(error instanceof AppError && (error.kind === "notFound" || error.kind === "conflict"));
    change(key, { phase: "failed", error: text, canRetry, rate: null, leftS: null });
  }

  function stop(key: string): void {
    works.get(key)?.run?.abort(new DOMException("stopped by the user", "AbortError"));
  }

  function wake(key: string): void {
    change(key, { phase: "waiting", error: null });
    startNext();
  }

  function continueWith(key: string, chosen: ChosenFile): boolean {
    const entry = find(key);
    if (!entry || chosen.file.name !== entry.filename || chosen.file.size !== entry.bytes) return false;
    works.set(key, { chosen, idempotencyKey: newKey(), hashed: null, run: null, awaitsSession: false });
    if (chosen.handle && entry.uploadId !== null) void keepHandle(entry.uploadId, chosen.handle);
    wake(key);
    return true;
  }

  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files, destination) {
      for (const chosen of files) {
        const { name: filename, size: bytes } = chosen.file;
        const refusal = bytes === 0 ? sentences.empty() : bytes > UPLOAD_MAX_BYTES ? sentences.tooLarge() : null;
        const phase: UploadPhase = refusal === null ? "waiting" : "failed";
        insert({ filename, bytes, destination, phase, error: refusal }, chosen);
      }
      startNext();
    },
    pause(key) {
      stop(key);
      change(key, { phase: "paused", rate: null, leftS: null });
      startNext();
    },
    resume: wake,
    continueWith,
    async continueWithHandle(key) {
      const uploadId = find(key)?.uploadId ?? null;
      const file = uploadId === null ? null : await openHandle(uploadId);
      if (file && continueWith(key, { file, handle: null })) return true;
      change(key, { hasHandle: false });
      return false;
    },
    async cancel(key) {
      stop(key);
      const uploadId = find(key)?.uploadId ?? null;
      works.get(key)?.hashed?.close();
      if (uploadId !== null) {
        await transport.remove(uploadId).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
        });
        await dropHandle(uploadId);
      }
      works.delete(key);
      setEntries(entries.filter((entry) => entry.key !== key));
      startNext();
    },
    dismiss(key) {
      works.get(key)?.hashed?.close();
      works.delete(key);
      setEntries(entries.filter((entry) => entry.key !== key));
    },
    dismissDone() {
      setEntries(entries.filter(({ phase }) => phase !== "done"));
    },
    async restore() {
      const [uploads, held, handles] = await Promise.all([
        transport.list(life.signal),
        transport.listHeld(),
        listHandleIds(),
      ]);
      for (const upload of uploads) {
        const isKnown = entries.some(({ uploadId }) => uploadId === upload.id) || held.includes(upload.id);
        if (isKnown) continue;
        const phase = PHASE_OF_STATE[upload.state];
        const key = insert(
          {
            filename: upload.filename,
            bytes: upload.bytes,
            phase,
            uploadId: upload.id,
            sentBytes: receivedBytes(upload.bytes, upload.chunkBytes, upload.receivedChunks),
            error: upload.error,
            hasHandle: handles.includes(upload.id),
          },
          null,
        );
        if (phase === "checking") void follow(key, upload.id, life.signal).catch(() => undefined);
      }
    },
    resumeAfterSignIn() {
      for (const { key } of entries) if (works.get(key)?.awaitsSession) wake(key);
    },
    close() {
      life.abort(new DOMException("the queue is closed", "AbortError"));
      for (const { hashed } of works.values()) hashed?.close();
    },
  };
}

const PHASE_OF_STATE: Record<Upload["state"], UploadPhase> = {
  receiving: "interrupted",
  checking: "checking",
  done: "done",
  failed: "failed",
};

const EMPTY_ENTRY: Omit<UploadEntry, "key" | "filename" | "bytes" | "phase"> = {
  destination: null,
  uploadId: null,
  sentBytes: 0,
  rate: null,
  leftS: null,
  progress: 0,
  error: null,
  canRetry: false,
  hasHandle: false,
  slide: null,
};
