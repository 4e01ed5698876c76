/**
 * The uploads of this page: they go on whichever screen is open. A few files at once, each in several chunks at once;
 * what was interrupted is found again on the server and goes on where it stopped.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { ALREADY_HERE, UPLOAD_MAX_BYTES, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { dropHandles, keepHandles, listHandleIds, openKept } from "./file-handles.ts";
import { followUpload } from "./follow-upload.ts";
import { FileUnreadable, type HashedSlide } from "./hashed-slide.ts";
import { sendFile } from "./send-file.ts";
import { type ChosenSlide, fileCountOf } from "./slide-content.ts";
import { createRateMeter, receivedBytes, timeLeftS } from "./upload-arithmetic.ts";
import {
  hasTurn,
  isCancellable,
  isPausable,
  type Twin,
  type UploadDestination,
  type UploadEntry,
  type UploadPhase,
} from "./upload-entry.ts";
import type { IfKnown, UploadTransport } from "./upload-transport.ts";

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
  /** What was interrupted earlier goes on with the same slide, if it is among these. */
  add(slides: readonly ChosenSlide[], destination: UploadDestination | null): void;
  pause(key: string): void;
  resume(key: string): void;
  pauseAll(): void;
  resumeAll(): void;
  /** Those that are not whole on the server. */
  cancelAll(): Promise<void>;
  /** Makes it the next of those that wait. */
  moveToFront(key: string): void;
  /** Goes on with an interrupted upload. @returns whether the slide that was begun is among these, by name and size. */
  continueWith(key: string, slides: readonly ChosenSlide[]): boolean;
  /** The same with what is kept of the files. @returns false: they must be chosen again. */
  continueWithHandle(key: string): Promise<boolean>;
  /** Puts the slide that is here already where this upload was to go. */
  placeTwin(key: string): Promise<void>;
  /** Goes on although the same file is here already. */
  uploadAnyway(key: string): void;
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
  readonly chosen: ChosenSlide | null;
  readonly idempotencyKey: string;
  hashed: HashedSlide | null;
  /** Known once it was read whole. */
  sha256: string | null;
  ifKnown: IfKnown;
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

  function newWork(chosen: ChosenSlide | null): UploadWork {
    return {
      chosen,
      idempotencyKey: newKey(),
      hashed: null,
      sha256: null,
      ifKnown: "ask",
      run: null,
      awaitsSession: false,
    };
  }

  function insert(
    entry: Partial<UploadEntry> & Pick<UploadEntry, "filename" | "bytes" | "phase">,
    chosen: ChosenSlide | null,
  ): string {
    const key = newKey();
    works.set(key, newWork(chosen));
    setEntries([...entries, { ...EMPTY_ENTRY, ...entry, key }]);
    return key;
  }

  /** Starts as many of the waiting as there is room for. */
  function startNext(): void {
    while (!life.signal.aborted && entries.filter(hasTurn).length < FILES_AT_ONCE) {
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
      if (!signal.aborted && !(await isHeldForTwin(key, work, error, signal))) fail(key, work, error);
    }
    startNext();
  }

  /** It came to its end here before its twin was found. */
  async function isHeldForTwin(key: string, work: UploadWork, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!(error instanceof AppError) || !error.codes.includes(ALREADY_HERE) || !work.hashed) return false;
    work.sha256 = await work.hashed.sha256();
    const twin = await twinOnServer(key, work.sha256, signal).catch(() => null);
    if (twin) holdFor(key, twin);
    return twin !== null;
  }

  async function announce(key: string, work: UploadWork, signal: AbortSignal): Promise<Upload> {
    const { uploadId, filename, bytes, destination, folders } = find(key) as UploadEntry;
    if (uploadId !== null) return transport.get(uploadId, signal);
    const upload = await transport.create(
      { filename, bytes, parentId: destination?.id ?? null, folders },
      work.idempotencyKey,
      signal,
    );
    change(key, { uploadId: upload.id });
    await keepHandles(upload.id, work.chosen?.handles ?? []);
    return upload;
  }

  async function sendAll(key: string, work: UploadWork, upload: Upload, signal: AbortSignal): Promise<void> {
    if (!work.chosen) return;
    work.hashed ??= transport.hashSlide(work.chosen.content, upload.chunkBytes);
    const { hashed } = work;
    if (!upload.canRetry) {
      if (upload.state !== "receiving") return;
      if (work.ifKnown === "ask") void lookForTwin(key, work, hashed, signal).catch(() => undefined);
      const meter = createRateMeter();
      await sendFile({
        transport,
        upload,
        hashed,
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
    }
    await transport.finish(upload.id, await hashed.sha256(), work.ifKnown, signal);
    hashed.close();
  }

  /** As soon as the whole is read, before all of it is sent: is it here already, or in this list? */
  async function lookForTwin(key: string, work: UploadWork, hashed: HashedSlide, signal: AbortSignal): Promise<void> {
    work.sha256 = await hashed.sha256();
    const twin = twinInList(key, work.sha256) ?? (await twinOnServer(key, work.sha256, signal));
    const phase = find(key)?.phase;
    if (twin && !signal.aborted && (phase === "sending" || phase === "retrying")) holdFor(key, twin);
  }

  function twinInList(key: string, sha256: string): Twin | null {
    const isBefore = entries.slice(
      0,
      entries.findIndex((entry) => entry.key === key),
    );
    const twin = isBefore.find((entry) => works.get(entry.key)?.sha256 === sha256 && IS_COMING.includes(entry.phase));
    return twin ? { kind: "entry", filename: twin.filename } : null;
  }

  async function twinOnServer(key: string, sha256: string, signal: AbortSignal): Promise<Twin | null> {
    const slide = await transport.findKnown(sha256, signal);
    const entry = find(key);
    if (!slide || !entry) return null;
    const isInPlace =
      entry.destination === null || (entry.folders.length === 0 && slide.parentIds.includes(entry.destination.id));
    return { kind: "slide", slide, isInPlace };
  }

  /** Sends no more of it until someone has said what is wanted. */
  function holdFor(key: string, twin: Twin): void {
    stop(key);
    change(key, { phase: "duplicate", twin, rate: null, leftS: null });
    startNext();
  }

  async function follow(key: string, uploadId: number, signal: AbortSignal): Promise<void> {
    change(key, { phase: "checking", progress: 0 });
    await followUpload(transport, uploadId, signal, {
      onChange: (fields) => change(key, fields),
      onContentChange,
    });
    await dropHandles(uploadId);
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
    change(key, { phase: "failed", error: text, fileFault: null, canRetry, rate: null, leftS: null });
  }

  function stop(key: string): void {
    works.get(key)?.run?.abort(new DOMException("stopped by the user", "AbortError"));
  }

  function wake(key: string): void {
    change(key, { phase: "waiting", error: null });
    startNext();
  }

  function continueWith(key: string, slides: readonly ChosenSlide[]): boolean {
    const entry = find(key);
    const chosen = slides.find(({ filename, bytes }) => filename === entry?.filename && bytes === entry.bytes);
    if (!entry || !chosen) return false;
    works.set(key, newWork(chosen));
    if (entry.uploadId !== null) void keepHandles(entry.uploadId, chosen.handles);
    change(key, { fileCount: fileCountOf(chosen.content) });
    wake(key);
    return true;
  }

  function pause(key: string): void {
    stop(key);
    change(key, { phase: "paused", rate: null, leftS: null });
  }

  async function cancel(key: string): Promise<void> {
    stop(key);
    const uploadId = find(key)?.uploadId ?? null;
    works.get(key)?.hashed?.close();
    if (uploadId !== null) {
      await transport.remove(uploadId).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
      });
      await dropHandles(uploadId);
    }
    works.delete(key);
    setEntries(entries.filter((entry) => entry.key !== key));
    startNext();
  }

  /** Of an interrupted upload that these are the files of. */
  function findInterrupted(
    { filename, bytes, folders }: ChosenSlide,
    destination: UploadDestination | null,
  ): UploadEntry | undefined {
    return entries.find(
      (entry) =>
        entry.phase === "interrupted" &&
        entry.filename === filename &&
        entry.bytes === bytes &&
        entry.folders.join("/") === folders.join("/") &&
        entry.destination?.id === destination?.id,
    );
  }

  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(slides, destination) {
      for (const chosen of slides) {
        const { filename, bytes, folders, content } = chosen;
        const begun = findInterrupted(chosen, destination);
        if (begun) {
          change(begun.key, { destination });
          continueWith(begun.key, [chosen]);
          continue;
        }
        const refusal = bytes === 0 ? sentences.empty() : bytes > UPLOAD_MAX_BYTES ? sentences.tooLarge() : null;
        const phase: UploadPhase = refusal === null ? "waiting" : "failed";
        const fileCount = fileCountOf(content);
        insert({ filename, bytes, folders, fileCount, destination, phase, error: refusal }, chosen);
      }
      startNext();
    },
    pause(key) {
      pause(key);
      startNext();
    },
    resume: wake,
    pauseAll() {
      for (const entry of entries.filter(isPausable)) pause(entry.key);
    },
    resumeAll() {
      for (const { key, phase } of entries) if (phase === "paused") change(key, { phase: "waiting", error: null });
      startNext();
    },
    async cancelAll() {
      // Those that wait first, so that none of them takes the turn of one that is gone.
      const keys = entries.filter(isCancellable).map(({ key }) => key);
      for (const key of keys.toReversed()) await cancel(key);
    },
    moveToFront(key) {
      const entry = find(key);
      const first = entries.findIndex(({ phase }) => phase === "waiting");
      if (entry?.phase !== "waiting") return;
      setEntries(entries.filter((other) => other !== entry).toSpliced(first, 0, entry));
    },
    continueWith,
    async continueWithHandle(key) {
      const uploadId = find(key)?.uploadId ?? null;
      const files = uploadId === null ? null : await openKept(uploadId);
      // What arranges files comes only when there are some.
      const { arrangeChosen } = await import("./arrange-chosen.ts");
      if (files && continueWith(key, (await arrangeChosen(files)).slides)) return true;
      change(key, { hasHandle: false });
      return false;
    },
    async placeTwin(key) {
      const entry = find(key);
      const sha256 = works.get(key)?.sha256;
      if (!entry || !sha256 || entry.uploadId === null) return;
      const { imageId } = await transport.placeKnown(entry.uploadId, sha256);
      works.get(key)?.hashed?.close();
      await dropHandles(entry.uploadId);
      if (imageId === null) return;
      const { id, title, thumbnail, path } = await transport.getImage(imageId, life.signal);
      change(key, { phase: "done", twin: null, progress: 1, slide: { imageId: id, title, thumbnail, path } });
      onContentChange();
    },
    uploadAnyway(key) {
      const work = works.get(key);
      if (!work) return;
      work.ifKnown = "add";
      change(key, { twin: null });
      wake(key);
    },
    cancel,
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
            destination: upload.parentId === null ? null : { id: upload.parentId, title: "" },
            folders: upload.folders,
            error: upload.error,
            fileFault: upload.fileFault,
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
  folders: [],
  fileCount: 1,
  error: null,
  fileFault: null,
  canRetry: false,
  hasHandle: false,
  slide: null,
  twin: null,
};

/** Phases of one that becomes a slide, or has become one: another of the same file is too many. */
const IS_COMING: readonly UploadPhase[] = [
  "sending",
  "retrying",
  "paused",
  "finishing",
  "checking",
  "preparing",
  "done",
];
