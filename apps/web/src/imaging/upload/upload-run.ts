/** The way of one upload, from its announcement to the slide that is ready, or to what went wrong. */
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

/** Sentences that are said here and not by the server. */
export interface UploadSentences {
  readonly empty: () => string;
  readonly tooLarge: () => string;
  readonly unreadable: () => string;
  readonly sendFailed: () => string;
  readonly failed: () => string;
}

export interface UploadRuns {
  /**
   * Sends what the server lacks of it and follows it to its end; each step is told to the list. Without its files it must be
   * whole on the server. Never rejects.
   */
  run(key: string): Promise<void>;
}

interface UploadRunsOptions {
  readonly list: UploadList;
  readonly transport: UploadTransport;
  readonly sentences: UploadSentences;
  /** A slide has come or changed. */
  readonly onContentChange: () => void;
  /** Nothing of it is sent any more: another may be. */
  readonly onTurnFree: () => void;
  /** Ends all runs. */
  readonly life: AbortSignal;
}

export function createUploadRuns(options: UploadRunsOptions): UploadRuns {
  const { list, transport, sentences, onContentChange, onTurnFree, life } = options;

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
      if (!signal.aborted && !(await isHeldForTwin(key, work, error, signal))) fail(key, work, error);
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

  /** As soon as the whole is read, before all of it is sent: is it here already, or in this list? */
  async function lookForTwin(key: string, work: UploadWork, hashed: HashedSlide, signal: AbortSignal): Promise<void> {
    work.sha256 = await hashed.sha256();
    const twin =
      findTwinInList(list, key, work.sha256) ?? (await findTwinOnServer(transport, list, key, work.sha256, signal));
    const phase = list.find(key)?.phase;
    if (twin && !signal.aborted && (phase === "sending" || phase === "retrying")) holdFor(key, twin);
  }

  /** It came to its end here before its twin was found. */
  async function isHeldForTwin(key: string, work: UploadWork, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!(error instanceof AppError) || !error.codes.includes(ALREADY_HERE) || !work.hashed) return false;
    work.sha256 = await work.hashed.sha256();
    const twin = await findTwinOnServer(transport, list, key, work.sha256, signal).catch(() => null);
    if (twin) holdFor(key, twin);
    return twin !== null;
  }

  /** Sends no more of it until someone has said what is wanted. */
  function holdFor(key: string, twin: Twin): void {
    list.stop(key);
    list.change(key, { phase: "duplicate", twin, rate: null, leftS: null });
    onTurnFree();
  }

  async function follow(key: string, { chosen }: UploadWork, signal: AbortSignal): Promise<void> {
    const uploadId = list.find(key)?.uploadId ?? null;
    if (uploadId === null) return;
    list.change(key, { phase: "checking", progress: 0 });
    await followUpload(transport, uploadId, signal, {
      // To have it checked anew takes the hash of its files.
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

/** What is said of a failure, and whether sending on may help. */
function failureOf(error: unknown, sentences: UploadSentences): Pick<UploadEntry, "error" | "canRetry"> {
  if (error instanceof FileUnreadable) return { error: sentences.unreadable(), canRetry: false };
  if (!(error instanceof AppError)) return { error: sentences.failed(), canRetry: true };
  if (error.kind === "unavailable" || error.kind === "internal")
    return { error: sentences.sendFailed(), canRetry: true };
  // What the server no longer knows, or refuses, is not helped by sending on.
  return { error: error.message, canRetry: error.kind !== "notFound" && error.kind !== "conflict" };
}
