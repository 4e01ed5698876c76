// @vitest-environment happy-dom
/** How zips of radiology images are sent (spec part 1, section 9). */
import { AppError } from "@parfocal/core/errors.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRadiologyTransport } from "./radiology-transport.ts";
import { sendFile } from "./send-file.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const UPLOAD: Upload = {
  id: 1,
  filename: "knee.zip",
  bytes: 20,
  parentId: null,
  folders: [],
  chunkBytes: 4,
  chunkCount: 5,
  receivedChunks: [],
  state: "receiving",
  progress: 0,
  error: null,
  fileFault: null,
  canRetry: false,
  imageId: null,
};

/** Sends all missing chunks; only the transport is mocked. */
function send(missing: number, sendChunk: () => Promise<void>): Promise<void> {
  return sendFile({
    transport: { ...createRadiologyTransport(), sendChunk },
    upload: { ...UPLOAD, receivedChunks: Array.from({ length: UPLOAD.chunkCount - missing }, (_, index) => index) },
    hashed: {
      chunk: async () => ({ bytes: new Blob(["four"]), digest: "x" }),
      sha256: async () => "x",
      close: () => undefined,
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onConnection: () => undefined,
  });
}

it("three chunks are sent at the same time", async () => {
  const arrivals: (() => void)[] = [];
  const sending = send(5, () => new Promise((resolve) => arrivals.push(resolve)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(arrivals).toHaveLength(3);
  arrivals[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(arrivals).toHaveLength(4);
  arrivals[1]?.();
  await vi.advanceTimersByTimeAsync(1);
  for (const arrive of arrivals) arrive();
  await sending;
  expect(arrivals).toHaveLength(5);
});

it("a chunk is retried up to 4 times, 5 s apart", async () => {
  const started = Date.now();
  const attempts: number[] = [];
  const sending = send(1, async () => {
    attempts.push(Date.now() - started);
    throw new AppError("unavailable", "away");
  });
  const failure = expect(sending).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
  expect(attempts).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
});
