/** Runs one upload, from its creation to the finished slide or a failure. */
import { AppError } from "@parfocal/core/errors.ts";
import { ALREADY_HERE, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { dropHandles, keepHandles } from "./file-handles.ts";
import { findTwinInList, findTwinOnServer } from "./find-twin.ts";
import { followUpload } from "./follow-upload.ts";
import { FileUnreadable, type HashedSlide } from "./hashed-slide.ts";
import { sendFile } from "./send-file.ts";
import type { ChosenSlide } from "./slide-content.ts";
import { createRateMeter, timeLeftS } from "./upload-arithmetic.ts";
import type { Twin, UploadEntry } from "./upload-entry.ts";
import type { UploadList, UploadWork } from "./upload-list.ts";
import type { UploadTransport } from "./upload-transport.ts";

/** Messages of the client (not of the server). */
export interface UploadSentences {
  readonly empty: () => string;
  readonly tooLarge: () => string;
  readonly unreadable: () => string;
  readonly sendFailed: () => string;
  readonly failed: () => string;
}

export interface UploadRuns {
  /**
   * Sends what the server lacks and follows the upload to its end, reporting each step to the list. Without its files
   * it must be complete on the server. Never rejects.
   */
  run(key: string): Promise<void>;
}

interface UploadRunsOptions {
  readonly list: UploadList;
  readonly transport: UploadTransport;
  readonly sentences: UploadSentences;
  /** A slide was added or changed. */
  readonly onContentChange: () => void;
  /** Nothing more will be sent: the next upload can start. */
  readonly onTurnFree: () => void;
  /** Aborts all runs. */
  readonly life: AbortSignal;
}

export function createUploadRuns(options: UploadRunsOptions): UploadRuns {
  const { list, transport, sentences, onContentChange, onTurnFree, life } = options;
  const twins = createTwinChecks(options);

  async function run(key: string): Promise<void> {
    const work = list.workOf(key);
    if (!work) return;
    const { chosen } = work;
    work.run = new AbortController();
    work.awaitsSession = false;
    const signal = AbortSignal.any([work.run.signal, life]);
    try {
      if (chosen) {
        const upload = await announce(key, work, signal);
        await transport.whileHolding(upload.id, () => sendAll(key, work, chosen, upload, signal));
        onTurnFree();
      }
      await follow(key, work, signal);
    } catch (error) {
      if (!signal.aborted && !(await twins.isDeferredToTwin(key, work, error, signal))) fail(key, work, error);
    }
    onTurnFree();
  }

  async function announce(key: string, work: UploadWork, signal: AbortSignal): Promise<Upload> {
    const { uploadId, filename, bytes, destination, folders, drop } = list.find(key) as UploadEntry;
    if (uploadId !== null) return transport.get(uploadId, signal);
    const upload = await transport.create(
      { filename, bytes, parentId: destination?.id ?? null, folders, drop },
      work.idempotencyKey,
      signal,
    );
    list.change(key, { uploadId: upload.id });
    await keepHandles(upload.id, work.chosen?.handles ?? []);
    return upload;
  }

  async function sendAll(
    key: string,
    work: UploadWork,
    chosen: ChosenSlide,
    upload: Upload,
    signal: AbortSignal,
  ): Promise<void> {
    work.hashed ??= transport.hashSlide(chosen.content, upload.chunkBytes);
    const { hashed } = work;
    if (!upload.canRetry) {
      if (upload.state !== "receiving") return;
      if (work.ifKnown === "ask") void twins.lookForTwin(key, work, hashed, signal).catch(() => undefined);
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
          list.change(key, { sentBytes, rate, leftS: timeLeftS(upload.bytes - sentBytes, rate) });
        },
        onConnection: (isLost) =>
          list.change(key, isLost ? { phase: "retrying", rate: null, leftS: null } : { phase: "sending" }),
      });
      list.change(key, { phase: "finishing", sentBytes: upload.bytes, rate: null, leftS: null });
    }
    await transport.finish(upload.id, await hashed.sha256(), work.ifKnown, signal);
    hashed.close();
  }

  async function follow(key: string, { chosen }: UploadWork, signal: AbortSignal): Promise<void> {
    const uploadId = list.find(key)?.uploadId ?? null;
    if (uploadId === null) return;
    list.change(key, { phase: "checking", progress: 0 });
    await followUpload(transport, uploadId, signal, {
      // A new check requires the hash of its files.
      onChange: (fields) => list.change(key, chosen ? fields : { ...fields, canRetry: false }),
      onContentChange,
    });
    await dropHandles(uploadId);
  }

  function fail(key: string, work: UploadWork, error: unknown): void {
    if (error instanceof AppError && error.kind === "unauthenticated") {
      work.awaitsSession = true;
      list.change(key, { phase: "paused", rate: null, leftS: null });
      return;
    }
    const failure = failureOf(error, sentences);
    list.change(key, { phase: "failed", ...failure, fileFault: null, rate: null, leftS: null });
  }

  return { run };
}

/** Duplicates of a file: pauses an upload until the user has decided. */
function createTwinChecks({ list, transport, onTurnFree }: UploadRunsOptions) {
  /**
   * Checks for duplicates, on the server and in this list, as soon as the file is read completely, before it is sent
   * completely.
   */
  async function lookForTwin(key: string, work: UploadWork, hashed: HashedSlide, signal: AbortSignal): Promise<void> {
    work.sha256 = await hashed.sha256();
    const twin =
      findTwinInList(list, key, work.sha256) ?? (await findTwinOnServer(transport, list, key, work.sha256, signal));
    const phase = list.find(key)?.phase;
    if (twin && !signal.aborted && (phase === "sending" || phase === "retrying")) holdFor(key, twin);
  }

  /** The server found the duplicate when the upload was finished, before this page did. */
  async function isDeferredToTwin(
    key: string,
    work: UploadWork,
    error: unknown,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!(error instanceof AppError) || !error.codes.includes(ALREADY_HERE) || !work.hashed) return false;
    work.sha256 = await work.hashed.sha256();
    const twin = await findTwinOnServer(transport, list, key, work.sha256, signal).catch(() => null);
    if (twin) holdFor(key, twin);
    return twin !== null;
  }

  /** Pauses sending until the user has decided. */
  function holdFor(key: string, twin: Twin): void {
    list.stop(key);
    list.change(key, { phase: "duplicate", twin, rate: null, leftS: null });
    onTurnFree();
  }

  return { lookForTwin, isDeferredToTwin };
}

/** Message for a failure, and whether a retry may succeed. */
function failureOf(error: unknown, sentences: UploadSentences): Pick<UploadEntry, "error" | "canRetry"> {
  if (error instanceof FileUnreadable) return { error: sentences.unreadable(), canRetry: false };
  if (!(error instanceof AppError)) return { error: sentences.failed(), canRetry: true };
  if (error.kind === "unavailable" || error.kind === "internal")
    return { error: sentences.sendFailed(), canRetry: true };
  // Retrying does not help if the upload is unknown to the server or rejected.
  return { error: error.message, canRetry: error.kind !== "notFound" && error.kind !== "conflict" };
}
