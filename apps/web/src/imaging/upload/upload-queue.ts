/**
 * The uploads of this page, which continue whichever screen is open. A few files are sent at a time, several chunks of
 * each in parallel. Interrupted uploads are found on the server and resume where they stopped.
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { dropHandles, keepHandles, listHandleIds, openStored } from "./file-handles.ts";
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
import { createUploadList, type UploadList } from "./upload-list.ts";
import { createUploadRuns, type UploadRuns, type UploadSentences } from "./upload-run.ts";
import type { UploadTransport } from "./upload-transport.ts";

export const FILES_AT_ONCE = 2;

export interface UploadQueue {
  entries(): readonly UploadEntry[];
  subscribe(listener: () => void): () => void;
  /** If one of the slides belongs to an interrupted upload, that upload is resumed. */
  add(slides: readonly ChosenSlide[], destination: UploadDestination | null): void;
  pause(key: string): void;
  resume(key: string): void;
  pauseAll(): void;
  resumeAll(): void;
  /** Cancels all uploads that are not complete on the server. */
  cancelAll(): Promise<void>;
  /** Moves it to the front of the waiting uploads. */
  moveToFront(key: string): void;
  /** Resumes an interrupted upload. @returns whether its slide is among these, by name and size. */
  continueWith(key: string, slides: readonly ChosenSlide[]): boolean;
  /** Like `continueWith`, with the stored file handles. @returns false if the files must be selected again. */
  continueWithHandle(key: string): Promise<boolean>;
  /** Adds the existing slide to the destination of this upload. */
  placeTwin(key: string): Promise<void>;
  /** Resumes although the same file already exists. */
  uploadAnyway(key: string): void;
  /** Stops it and deletes what the server has received. */
  cancel(key: string): Promise<void>;
  /** Removes it from the list. */
  dismiss(key: string): void;
  dismissDone(): void;
  /** Adds the uploads that were interrupted earlier. */
  restore(): Promise<void>;
  /** Resumes the uploads that stopped because the session ended. */
  resumeAfterSignIn(): void;
  /** Stops everything on this page; the server keeps what it has received. */
  close(): void;
}

interface QueueOptions {
  readonly purpose: UploadPurpose;
  /** Limit for one file. */
  readonly maxBytes: number;
  readonly transport: UploadTransport;
  readonly sentences: UploadSentences;
  readonly newKey: () => string;
  /** A slide was added or changed: lists that show it are outdated. */
  readonly onContentChange: () => void;
}

/** Shared data of the parts of the queue. */
interface QueueParts extends QueueOptions {
  readonly list: UploadList;
  readonly runs: UploadRuns;
  /** Aborted when the queue is closed. */
  readonly life: AbortSignal;
  /** Starts as many waiting uploads as there are free turns. */
  readonly startNext: () => void;
  /** Makes an upload wait for its turn. */
  readonly wake: (key: string) => void;
}

export function createUploadQueue(options: QueueOptions): UploadQueue {
  const { purpose, transport, sentences, newKey, onContentChange } = options;
  const list = createUploadList(newKey, purpose);
  const closing = new AbortController();
  const life = closing.signal;
  const runs = createUploadRuns({ list, transport, sentences, onContentChange, onTurnFree: startNext, life });

  function startNext(): void {
    while (!life.aborted && list.entries().filter(hasTurn).length < FILES_AT_ONCE) {
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
  const parts: QueueParts = { ...options, list, runs, life, startNext, wake };
  const continuing = createContinuing(parts);
  return {
    entries: list.entries,
    subscribe: list.subscribe,
    add: createAdding(parts, continuing.continueWith),
    ...continuing,
    ...createStopping(parts),
    ...createTwinChoice(parts),
    moveToFront(key) {
      if (list.find(key)?.phase === "waiting") list.moveBefore(key, ({ phase }) => phase === "waiting");
    },
    dismiss: list.remove,
    dismissDone() {
      for (const { key, phase } of list.entries()) if (phase === "done") list.remove(key);
    },
    restore: createRestoring(parts),
    resumeAfterSignIn() {
      for (const { key } of list.entries()) if (list.workOf(key)?.awaitsSession) wake(key);
    },
    close() {
      closing.abort(new DOMException("the queue is closed", "AbortError"));
      list.close();
    },
  };
}

function createAdding(parts: QueueParts, continueWith: UploadQueue["continueWith"]): UploadQueue["add"] {
  const { list, newKey, sentences, maxBytes, startNext } = parts;
  return (slides, destination) => {
    const key = newKey();
    for (const [index, chosen] of slides.entries()) {
      const { filename, bytes, folders, content } = chosen;
      const interrupted = findInterrupted(list, chosen, destination);
      if (interrupted) {
        list.change(interrupted.key, { destination });
        continueWith(interrupted.key, [chosen]);
        continue;
      }
      const problem = bytes === 0 ? sentences.empty() : bytes > maxBytes ? sentences.tooLarge() : null;
      const phase: UploadPhase = problem === null ? "waiting" : "failed";
      const fileCount = fileCountOf(content);
      const drop = slides.length > 1 ? { key, number: index + 1 } : null;
      list.insert({ filename, bytes, folders, drop, fileCount, destination, phase, error: problem }, chosen);
    }
    startNext();
  };
}

/** The interrupted upload of these files to this destination. */
function findInterrupted(
  list: UploadList,
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

function createContinuing({ list, wake }: QueueParts): Pick<UploadQueue, "continueWith" | "continueWithHandle"> {
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
  return {
    continueWith,
    async continueWithHandle(key) {
      const uploadId = list.find(key)?.uploadId ?? null;
      const files = uploadId === null ? null : await openStored(uploadId);
      // Loaded only when there are files to arrange.
      const { arrangeChosen } = await import("./arrange-chosen.ts");
      if (files && continueWith(key, (await arrangeChosen(files)).slides)) return true;
      list.change(key, { hasHandle: false });
      return false;
    },
  };
}

type Stopping = Pick<UploadQueue, "pause" | "resume" | "pauseAll" | "resumeAll" | "cancel" | "cancelAll">;

function createStopping({ list, transport, startNext, wake }: QueueParts): Stopping {
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
  return {
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
    cancel,
    async cancelAll() {
      // From the end, so that no waiting upload takes the turn of one that was cancelled.
      const keys = list
        .entries()
        .filter(isCancellable)
        .map(({ key }) => key);
      for (const key of keys.toReversed()) await cancel(key);
    },
  };
}

/** The two decisions if the same slide already exists. */
function createTwinChoice(parts: QueueParts): Pick<UploadQueue, "placeTwin" | "uploadAnyway"> {
  const { list, transport, life, onContentChange, wake } = parts;
  return {
    async placeTwin(key) {
      const entry = list.find(key);
      const work = list.workOf(key);
      if (!entry || !work?.sha256 || entry.uploadId === null) return;
      const { imageId } = await transport.placeKnown(entry.uploadId, work.sha256);
      work.hashed?.close();
      await dropHandles(entry.uploadId);
      if (imageId === null) return;
      const { id, title, thumbnail, path } = await transport.getItem(imageId, life);
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
  };
}

function createRestoring({ list, runs, transport, life }: QueueParts): UploadQueue["restore"] {
  /** Adds an upload that was started before this page was opened, or by another page. */
  function insertStarted(upload: Upload, hasHandle: boolean): void {
    const phase = PHASE_OF_STATE[upload.state];
    const { id: uploadId, filename, bytes, folders, error, fileFault, parentId } = upload;
    const sentBytes = receivedBytes(bytes, upload.chunkBytes, upload.receivedChunks);
    const destination = parentId === null ? null : { id: parentId, title: "" };
    const entry = { filename, bytes, phase, uploadId, sentBytes, destination, folders, error, fileFault, hasHandle };
    const key = list.insert(entry, null);
    if (phase === "checking") void runs.run(key);
  }
  return async () => {
    const [uploads, locked, handles] = await Promise.all([
      transport.list(life),
      transport.listLocked(),
      listHandleIds(),
    ]);
    for (const upload of uploads) {
      const isKnown =
        locked.includes(upload.id) || list.entries().some(({ uploadId: knownId }) => knownId === upload.id);
      if (!isKnown) insertStarted(upload, handles.includes(upload.id));
    }
  };
}

const PHASE_OF_STATE: Record<Upload["state"], UploadPhase> = {
  receiving: "interrupted",
  checking: "checking",
  done: "done",
  failed: "failed",
};
