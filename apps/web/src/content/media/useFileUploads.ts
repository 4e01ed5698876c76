/** Uploads to the library: two at a time and independent, so that a failed one does not stop the others. */
import { AppError } from "@parfocal/core/errors.ts";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#platform/failure-toast.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { useLatest } from "#ui/useLatest.ts";

const AT_ONCE = 2;

export interface FileUpload {
  readonly key: string;
  readonly file: File;
  readonly state: "waiting" | "sending" | "failed";
  /** Fraction from 0 to 1. */
  readonly share: number;
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
}

/** @param idempotencyKey key of this file, the same for retries. */
type SendFile = (
  file: File,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<void>;

export interface FileUploads {
  /** Finished uploads are removed. */
  readonly uploads: readonly FileUpload[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (key: string) => void;
  /** Aborts it, or removes a failed one. */
  readonly drop: (key: string) => void;
}

/** @param explain formats the message of a failure; omitted: the usual message. */
export function useFileUploads(send: SendFile, explain?: (error: unknown) => string): FileUploads {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const latest = useLatest({ send, explain });
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (key: string, changes: Partial<FileUpload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const forget = (key: string) => setUploads((now) => now.filter((upload) => upload.key !== key));

  async function run({ key, file }: FileUpload): Promise<void> {
    const controller = new AbortController();
    running.current.set(key, controller);
    change(key, { state: "sending", share: 0, failure: null });
    try {
      const onProgress = (share: number) => change(key, { share });
      await latest.current.send(file, { idempotencyKey: key, signal: controller.signal, onProgress });
      forget(key);
    } catch (error) {
      if (!controller.signal.aborted)
        change(key, { state: "failed", failure: (latest.current.explain ?? sentenceOf)(error) });
    } finally {
      running.current.delete(key);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one begins, ends or is added
  useEffect(() => {
    const waiting = uploads.filter(({ key, state }) => state === "waiting" && !running.current.has(key));
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - running.current.size))) void run(upload);
  }, [uploads]);

  return {
    uploads,
    add: (files) =>
      setUploads((now) => [
        ...now,
        ...files.map((file) => ({
          key: newIdempotencyKey(),
          file,
          state: "waiting" as const,
          share: 0,
          failure: null,
        })),
      ]),
    retry: (key) => change(key, { state: "waiting", failure: null }),
    drop(key) {
      running.current.get(key)?.abort();
      forget(key);
    },
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError && error.kind !== "internal") return error.message;
  const { title, text } = failureText(error);
  return `${title} ${text}`.trim();
}
