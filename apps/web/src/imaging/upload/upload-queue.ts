/**
 * The uploads of this page: they go on whichever screen is open. A few files at once, each in several chunks at once;
 * what was interrupted is found again on the server and goes on where it stopped.
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { dropHandles, keepHandles, listHandleIds, openKept } from "./file-handles.ts";
import { type ChosenSlide, fileCountOf } from "./slide-content.ts";
import { receivedBytes } from "./upload-arithmetic.ts";
import {
  hasTurn,
  isCancellable,
  isPausable,
  type UploadDestination,
  type UploadEntry,
  type UploadPhase,
  type UploadPurpose,
} from "./upload-entry.ts";
import { createUploadList } from "./upload-list.ts";
import { createUploadRuns, type UploadSentences } from "./upload-run.ts";
import type { UploadTransport } from "./upload-transport.ts";

export const FILES_AT_ONCE = 2;

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

interface QueueOptions {
  readonly purpose: UploadPurpose;
  /** Of one file. */
  readonly mostBytes: number;
  readonly transport: UploadTransport;
  readonly sentences: UploadSentences;
  readonly newKey: () => string;
  /** A slide has come or changed: lists that show it are stale. */
  readonly onContentChange: () => void;
}

export function createUploadQueue({
  purpose,
  mostBytes,
  transport,
  sentences,
  newKey,
  onContentChange,
}: QueueOptions): UploadQueue {
  const list = createUploadList(newKey, purpose);
  const life = new AbortController();
  const runs = createUploadRuns({
    list,
    transport,
    sentences,
    onContentChange,
    onTurnFree: startNext,
    life: life.signal,
  });

  /** Starts as many of the waiting as there is room for. */
  function startNext(): void {
    while (!life.signal.aborted && list.entries().filter(hasTurn).length < FILES_AT_ONCE) {
      const next = list.entries().find(({ phase }) => phase === "waiting");
      if (!next) return;
      list.change(next.key, { phase: "sending", error: null });
      void runs.run(next.key);
    }
  }

  function wake(key: string): void {
    list.change(key, { phase: "waiting", error: null });
    startNext();
  }

  function continueWith(key: string, slides: readonly ChosenSlide[]): boolean {
    const entry = list.find(key);
    const chosen = slides.find(({ filename, bytes }) => filename === entry?.filename && bytes === entry.bytes);
    if (!entry || !chosen) return false;
    list.renewWork(key, chosen);
    if (entry.uploadId !== null) void keepHandles(entry.uploadId, chosen.handles);
    list.change(key, { fileCount: fileCountOf(chosen.content) });
    wake(key);
    return true;
  }

  function pause(key: string): void {
    list.stop(key);
    list.change(key, { phase: "paused", rate: null, leftS: null });
  }

  async function cancel(key: string): Promise<void> {
    list.stop(key);
    const uploadId = list.find(key)?.uploadId ?? null;
    list.workOf(key)?.hashed?.close();
    if (uploadId !== null) {
      await transport.remove(uploadId).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
      });
      await dropHandles(uploadId);
    }
    list.remove(key);
    startNext();
  }

  /** Of an interrupted upload that these are the files of. */
  function findInterrupted(
    { filename, bytes, folders }: ChosenSlide,
    destination: UploadDestination | null,
  ): UploadEntry | undefined {
    return list
      .entries()
      .find(
        (entry) =>
          entry.phase === "interrupted" &&
          entry.filename === filename &&
          entry.bytes === bytes &&
          entry.folders.join("/") === folders.join("/") &&
          entry.destination?.id === destination?.id,
      );
  }

  /** Of an upload that was begun before this page, or by another. */
  function insertBegun(upload: Upload, hasHandle: boolean): void {
    const phase = PHASE_OF_STATE[upload.state];
    const { id: uploadId, filename, bytes, folders, error, fileFault, parentId } = upload;
    const sentBytes = receivedBytes(bytes, upload.chunkBytes, upload.receivedChunks);
    const destination = parentId === null ? null : { id: parentId, title: "" };
    const entry = { filename, bytes, phase, uploadId, sentBytes, destination, folders, error, fileFault, hasHandle };
    const key = list.insert(entry, null);
    if (phase === "checking") void runs.run(key);
  }

  return {
    entries: list.entries,
    subscribe: list.subscribe,
    add(slides, destination) {
      const key = newKey();
      for (const [index, chosen] of slides.entries()) {
        const { filename, bytes, folders, content } = chosen;
        const begun = findInterrupted(chosen, destination);
        if (begun) {
          list.change(begun.key, { destination });
          continueWith(begun.key, [chosen]);
          continue;
        }
        const refusal = bytes === 0 ? sentences.empty() : bytes > mostBytes ? sentences.tooLarge() : null;
        const phase: UploadPhase = refusal === null ? "waiting" : "failed";
        const fileCount = fileCountOf(content);
        const drop = slides.length > 1 ? { key, number: index + 1 } : null;
        list.insert({ filename, bytes, folders, drop, fileCount, destination, phase, error: refusal }, chosen);
      }
      startNext();
    },
    pause(key) {
      pause(key);
      startNext();
    },
    resume: wake,
    pauseAll() {
      for (const entry of list.entries().filter(isPausable)) pause(entry.key);
    },
    resumeAll() {
      for (const { key, phase } of list.entries())
        if (phase === "paused") list.change(key, { phase: "waiting", error: null });
      startNext();
    },
    async cancelAll() {
      // Those that wait first, so that none of them takes the turn of one that is gone.
      const keys = list
        .entries()
        .filter(isCancellable)
        .map(({ key }) => key);
      for (const key of keys.toReversed()) await cancel(key);
    },
    moveToFront(key) {
      if (list.find(key)?.phase === "waiting") list.moveBefore(key, ({ phase }) => phase === "waiting");
    },
    continueWith,
    async continueWithHandle(key) {
      const uploadId = list.find(key)?.uploadId ?? null;
      const files = uploadId === null ? null : await openKept(uploadId);
      // What arranges files comes only when there are some.
      const { arrangeChosen } = await import("./arrange-chosen.ts");
      if (files && continueWith(key, (await arrangeChosen(files)).slides)) return true;
      list.change(key, { hasHandle: false });
      return false;
    },
    async placeTwin(key) {
      const entry = list.find(key);
      const work = list.workOf(key);
      if (!entry || !work?.sha256 || entry.uploadId === null) return;
      const { imageId } = await transport.placeKnown(entry.uploadId, work.sha256);
      work.hashed?.close();
      await dropHandles(entry.uploadId);
      if (imageId === null) return;
      const { id, title, thumbnail, path } = await transport.getItem(imageId, life.signal);
      list.change(key, { phase: "done", twin: null, progress: 1, slide: { imageId: id, title, thumbnail, path } });
      onContentChange();
    },
    uploadAnyway(key) {
      const work = list.workOf(key);
      if (!work) return;
      work.ifKnown = "add";
      list.change(key, { twin: null });
      wake(key);
    },
    cancel,
    dismiss: list.remove,
    dismissDone() {
      for (const { key, phase } of list.entries()) if (phase === "done") list.remove(key);
    },
    async restore() {
      const [uploads, held, handles] = await Promise.all([
        transport.list(life.signal),
        transport.listHeld(),
        listHandleIds(),
      ]);
      for (const upload of uploads) {
        const isKnown =
          held.includes(upload.id) || list.entries().some(({ uploadId: knownId }) => knownId === upload.id);
        if (!isKnown) insertBegun(upload, handles.includes(upload.id));
      }
    },
    resumeAfterSignIn() {
      for (const { key } of list.entries()) if (list.workOf(key)?.awaitsSession) wake(key);
    },
    close() {
      life.abort(new DOMException("the queue is closed", "AbortError"));
      list.close();
    },
  };
}

const PHASE_OF_STATE: Record<Upload["state"], UploadPhase> = {
  receiving: "interrupted",
  checking: "checking",
  done: "done",
  failed: "failed",
};
