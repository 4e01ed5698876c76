/** Uploads one file without a destination, to replace another slide's file afterwards. */
import { AppError } from "@parfocal/core/errors.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { browserTransport as transport } from "./browser-transport.ts";
import { sendFile } from "./send-file.ts";

const LOOK_AGAIN_MS = 700;

interface LooseUpload {
  readonly signal: AbortSignal;
  /** @param share fraction of the file that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Everything is sent, and the server checks it. */
  readonly onChecking: () => void;
}

/**
 * @returns the ID of the new image, once it can be viewed.
 * @throws AppError with a user-facing message if the file is not a slide, or if the upload was cancelled.
 */
export async function uploadLooseFile(file: File, { signal, onProgress, onChecking }: LooseUpload): Promise<number> {
  const newUpload = { filename: file.name, bytes: file.size, parentId: null, folders: [], drop: null };
  const upload = await transport.create(newUpload, newIdempotencyKey(), signal);
  const hashed = transport.hashSlide({ kind: "file", file }, upload.chunkBytes);
  let imageId: number | null = null;
  try {
    await transport.whileHolding(upload.id, async () => {
      await sendFile({
        transport,
        upload,
        hashed,
        signal,
        onProgress: (sentBytes) => onProgress(sentBytes / Math.max(1, file.size)),
        onConnection: () => undefined,
      });
      onChecking();
      await transport.finish(upload.id, await hashed.sha256(), "add", signal);
      imageId = await waitForImage(upload.id, signal);
    });
  } catch (error) {
    if (signal.aborted) void transport.remove(upload.id).catch(() => undefined);
    throw error;
  } finally {
    hashed.close();
  }
  if (imageId === null) throw new AppError("conflict", "This file is being uploaded in another window.");
  await waitUntilReady(imageId, signal);
  return imageId;
}

async function waitForImage(uploadId: number, signal: AbortSignal): Promise<number> {
  for (;;) {
    const { state, error, imageId } = await transport.get(uploadId, signal);
    if (state === "failed") throw new AppError("invalid", error ?? "This file could not be read as a slide.");
    if (imageId !== null) return imageId;
    await transport.wait(LOOK_AGAIN_MS, signal);
  }
}

/** An image without tiles is converted to a pyramid first. */
async function waitUntilReady(imageId: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { state } = await transport.getItem(imageId, signal);
    if (state === "ready") return;
    if (state !== "processing") throw new AppError("invalid", "This file could not be prepared as a slide.");
    await transport.wait(LOOK_AGAIN_MS, signal);
  }
}
