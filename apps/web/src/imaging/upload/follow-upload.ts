/** Follows the server's processing of a completely sent file until the slide can be viewed. */

import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { UploadEntry, UploadedSlide } from "./upload-entry.ts";
import type { UploadedItem, UploadTransport } from "./upload-transport.ts";

const FOLLOW_INTERVAL_MS = 1000;
/** Temporary failures that do not concern the upload. */
const PASSING: readonly ErrorKind[] = ["unavailable", "internal", "tooManyRequests"];

interface Follower {
  readonly onChange: (fields: Partial<UploadEntry>) => void;
  /** A slide was added or changed. */
  readonly onContentChange: () => void;
}

/** Ends when the slide is ready or rejected; short outages are waited for. */
export async function followUpload(
  transport: UploadTransport,
  uploadId: number,
  signal: AbortSignal,
  follower: Follower,
): Promise<void> {
  const { onChange, onContentChange } = follower;
  for (;;) {
    const upload = await patiently(transport, signal, () => transport.get(uploadId, signal));
    if (upload.state === "failed") {
      onChange({ phase: "failed", error: upload.error, fileFault: upload.fileFault, canRetry: upload.canRetry });
      return;
    }
    if (upload.imageId !== null) {
      onContentChange();
      await followImage(transport, upload.imageId, signal, onChange);
      onContentChange();
      return;
    }
    onChange({ phase: "checking", progress: upload.progress });
    await transport.wait(FOLLOW_INTERVAL_MS, signal);
  }
}

async function followImage(
  transport: UploadTransport,
  imageId: number,
  signal: AbortSignal,
  onChange: Follower["onChange"],
): Promise<void> {
  for (;;) {
    const image = await patiently(transport, signal, () => transport.getItem(imageId, signal));
    const slide = slideOf(image);
    if (image.state === "ready") {
      onChange({ phase: "done", progress: 1, slide });
      return;
    }
    if (image.state !== "processing") {
      const { error = null, fileFault = null } = image.job ?? {};
      onChange({ phase: "failed", error, fileFault, canRetry: false, slide });
      return;
    }
    onChange({ phase: "preparing", progress: image.job?.progress ?? 0, slide });
    await transport.wait(FOLLOW_INTERVAL_MS, signal);
  }
}

function slideOf({ id, title, thumbnail, path }: UploadedItem): UploadedSlide {
  return { imageId: id, title, thumbnail, path };
}

async function patiently<Answer>(
  transport: UploadTransport,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { retries, retryDelayMs } = transport.pace;
  for (let faults = 0; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || !PASSING.includes(error.kind)) throw error;
      // Network failures are temporary; internal errors of the server may be permanent.
      if (error.kind === "internal") faults += 1;
      if (faults > retries) throw error;
      await transport.wait(retryDelayMs, signal);
    }
  }
}
