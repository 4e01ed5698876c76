/** Uploads started before this page was opened are found, resumed and completed. */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import { UPLOAD_RETRIES, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { describe, expect, it, vi } from "vitest";
import { fileOf, queueOn, serverInMemory } from "./testing/server-in-memory.ts";

it("finds interrupted uploads and resumes only with the same file", async () => {
  const server = serverInMemory([1]);
  await server.transport.create(
    { filename: "slide.svs", bytes: 10, parentId: null, folders: [], drop: null },
    "k",
    new AbortController().signal,
  );
  const { queue, phases } = queueOn(server);
  await queue.restore();
  expect(queue.entries()[0]).toMatchObject({ phase: "interrupted", sentBytes: 4 });
  const key = queue.entries()[0]?.key ?? "";
  expect(queue.continueWith(key, [fileOf(10, "other.svs")])).toBe(false);
  expect(queue.continueWith(key, [fileOf(9)])).toBe(false);
  expect(queue.continueWith(key, [fileOf(10)])).toBe(true);
  await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  expect(server.sentChunks.toSorted()).toEqual([0, 2]);
});

it("does not touch uploads that another tab is working on", async () => {
  const server = serverInMemory();
  await server.transport.create(
    { filename: "slide.svs", bytes: 10, parentId: null, folders: [], drop: null },
    "k",
    new AbortController().signal,
  );
  server.transport.listLocked = async () => [1];
  const { queue } = queueOn(server);
  await queue.restore();
  expect(queue.entries()).toEqual([]);
});

it("files that are dropped again resume interrupted uploads", async () => {
  const server = serverInMemory([1]);
  await server.transport.create(
    { filename: "slide.svs", bytes: 10, parentId: 5, folders: ["Kidney"], drop: null },
    "k",
    new AbortController().signal,
  );
  const { queue, phases } = queueOn(server);
  await queue.restore();
  queue.add(
    [
      { ...fileOf(10), folders: ["Kidney"] },
      { ...fileOf(10), folders: ["Skin"] },
    ],
    { id: 5, title: "Organs" },
  );
  expect(phases()).toEqual(["sending", "sending"]);
  expect(queue.entries().map(({ uploadId }) => uploadId)).toEqual([1, null]);
  expect(queue.entries()[0]?.destination).toEqual({ id: 5, title: "Organs" });
});

it("files that are dropped elsewhere are a new upload", async () => {
  const server = serverInMemory([1]);
  const started = { filename: "slide.svs", bytes: 10, parentId: 5, folders: [], drop: null };
  await server.transport.create(started, "k", new AbortController().signal);
  const { queue, phases } = queueOn(server);
  await queue.restore();
  queue.add([fileOf(10)], { id: 6, title: "Skin" });
  expect(phases()).toEqual(["interrupted", "sending"]);
});

describe("an upload that the server is checking while the page is reloaded", () => {
  /** @param answers of the polls, one after the other: a failure, or its new state; then the slide is ready. */
  async function restoreChecked(answers: readonly (ErrorKind | Partial<Upload>)[]) {
    const server = serverInMemory();
    const started = { filename: "slide.svs", bytes: 10, parentId: null, folders: [], drop: null };
    const upload = await server.transport.create(started, "k", new AbortController().signal);
    server.uploads.set(upload.id, { ...upload, state: "checking" });
    const left = [...answers];
    server.transport.get = async () => {
      const answer = left.shift() ?? { state: "done", imageId: 71 };
      if (typeof answer === "string") throw new AppError(answer, "no");
      return { ...upload, ...answer };
    };
    const { queue, phases } = queueOn(server);
    await queue.restore();
    return { queue, phases, key: queue.entries()[0]?.key ?? "" };
  }

  for (const kind of ["unavailable", "internal", "tooManyRequests"] as const)
    it(`${kind} once: it keeps waiting`, async () => {
      const { phases } = await restoreChecked([kind]);
      expect(phases()).toEqual(["checking"]);
      await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    });

  it("internal repeatedly: it is reported, and can be tried again", async () => {
    const { queue, phases, key } = await restoreChecked(
      Array.from({ length: UPLOAD_RETRIES + 1 }, () => "internal" as const),
    );
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(queue.entries()[0]).toMatchObject({ error: "send failed", canRetry: true });
    queue.resume(key);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  });

  it("the session has ended: it waits for its owner, and is resumed after signing in", async () => {
    const { queue, phases } = await restoreChecked(["unauthenticated"]);
    await vi.waitFor(() => expect(phases()).toEqual(["paused"]));
    queue.resumeAfterSignIn();
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  });

  it("a failed check cannot be tried again without the file", async () => {
    const { queue, phases } = await restoreChecked([{ state: "failed", error: "Sorry!", canRetry: true }]);
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(queue.entries()[0]).toMatchObject({ error: "Sorry!", canRetry: false });
  });
});
