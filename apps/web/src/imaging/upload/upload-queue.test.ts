import { AppError } from "@parfocal/core/errors.ts";
import { type KnownSlide, UPLOAD_RETRIES, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { describe, expect, it, vi } from "vitest";
import { bytesOf } from "./slide-content.ts";
import { fileOf, lost, queueOn, serverInMemory } from "./testing/server-in-memory.ts";
import { FILES_AT_ONCE } from "./upload-queue.ts";

describe("an upload", () => {
  it("sends each chunk once and becomes a slide", async () => {
    const server = serverInMemory();
    const { queue, phases, onContentChange } = queueOn(server);
    queue.add([fileOf(10)], { id: 5, title: "Kidney" });
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([0, 1, 2]);
    expect(queue.entries()[0]).toMatchObject({ sentBytes: 10, slide: { imageId: 71 } });
    expect(server.uploads.get(1)?.parentId).toBe(5);
    expect(onContentChange).toHaveBeenCalled();
  });

  it("sends only chunks that the server does not have", async () => {
    const server = serverInMemory([0, 2]);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(17)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([1, 3, 4]);
  });

  it("retries a chunk after a network failure, and if it arrived damaged", async () => {
    const server = serverInMemory();
    server.failWith((number, attempt) => {
      if (number === 0 && attempt <= UPLOAD_RETRIES) return lost();
      return number === 1 && attempt === 1 ? new AppError("invalid", "changed", { codes: ["contentDigest"] }) : null;
    });
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(8)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.attempts.get(0)).toBe(UPLOAD_RETRIES + 1);
    expect(server.attempts.get(1)).toBe(2);
  });

  it("fails after the last retry, reports it, and can be resumed", async () => {
    const server = serverInMemory();
    server.failWith(() => lost());
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(server.attempts.get(0)).toBe(UPLOAD_RETRIES + 1);
    expect(queue.entries()[0]).toMatchObject({ error: "send failed", canRetry: true });
    server.failWith(() => null);
    queue.resume(queue.entries()[0]?.key ?? "");
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  });

  it("has the server check a file again without sending it again", async () => {
    const server = serverInMemory();
    const finish = server.transport.finish.bind(server.transport);
    server.transport.finish = async (id) => {
      server.transport.finish = finish;
      const upload = {
        ...(server.uploads.get(id) as Upload),
        state: "failed" as const,
        error: "Sorry!",
        canRetry: true,
      };
      server.uploads.set(id, upload);
      return upload;
    };
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(queue.entries()[0]).toMatchObject({ error: "Sorry!", canRetry: true });
    queue.resume(queue.entries()[0]?.key ?? "");
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([0, 1, 2]);
  });

  it("reports a rejection by the server immediately", async () => {
    const server = serverInMemory();
    server.failWith(() => new AppError("notFound", "Upload not found."));
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(server.attempts.get(0)).toBe(1);
    expect(queue.entries()[0]).toMatchObject({ error: "Upload not found.", canRetry: false });
  });

  it("waits for its owner when the session ends, and is resumed after signing in", async () => {
    const server = serverInMemory();
    server.failWith(() => new AppError("unauthenticated", "Sign in."));
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["paused"]));
    server.failWith(() => null);
    queue.resumeAfterSignIn();
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  });

  it("of an empty file is rejected without a request", () => {
    const server = serverInMemory();
    const { queue } = queueOn(server);
    queue.add([fileOf(0)], null);
    expect(queue.entries()[0]).toMatchObject({ phase: "failed", error: "empty" });
    expect(server.uploads.size).toBe(0);
  });
});

describe("the queue", () => {
  it(`uploads ${FILES_AT_ONCE} files at once; paused ones make room`, async () => {
    const server = serverInMemory();
    const gate = Promise.withResolvers<void>();
    server.holdUntil(gate.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3, "a"), fileOf(4, "b"), fileOf(5, "c")], null);
    expect(phases()).toEqual(["sending", "sending", "waiting"]);
    queue.pause(queue.entries()[0]?.key ?? "");
    expect(phases()).toEqual(["paused", "sending", "sending"]);
    gate.resolve();
    await vi.waitFor(() => expect(phases()).toEqual(["paused", "done", "done"]));
  });

  it("discards the sent chunks of a cancelled upload", async () => {
    const server = serverInMemory();
    server.holdUntil(new Promise(() => undefined));
    const { queue } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(server.uploads.size).toBe(1));
    await queue.cancel(queue.entries()[0]?.key ?? "");
    expect(queue.entries()).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });
});

describe("a file that already exists", () => {
  const SLIDE: KnownSlide = { imageId: 9, title: "Kidney", thumbnail: null, path: [], parentIds: [4] };

  /** Sends so slowly that the hash is complete before. */
  async function holdTwin(destination: { id: number; title: string } | null) {
    const server = serverInMemory();
    server.know(10, SLIDE);
    const gate = Promise.withResolvers<void>();
    server.holdUntil(gate.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10)], destination);
    await vi.waitFor(() => expect(phases()).toEqual(["duplicate"]));
    gate.resolve();
    return { server, queue, phases, key: queue.entries()[0]?.key ?? "" };
  }

  it("is detected while it is sent, and the rest is not sent", async () => {
    const { server, queue } = await holdTwin({ id: 5, title: "Skin" });
    expect(queue.entries()[0]?.twin).toEqual({ kind: "slide", slide: SLIDE, isInPlace: false });
    expect(server.sentChunks).toEqual([]);
  });

  it("is reported as such in the same folder, or if no folder is required", async () => {
    expect((await holdTwin({ id: 4, title: "Kidney" })).queue.entries()[0]?.twin).toMatchObject({ isInPlace: true });
    expect((await holdTwin(null)).queue.entries()[0]?.twin).toMatchObject({ isInPlace: true });
  });

  it("is added to the new folder on request, without being sent", async () => {
    const { server, queue, phases, key } = await holdTwin({ id: 5, title: "Skin" });
    await queue.placeTwin(key);
    expect(phases()).toEqual(["done"]);
    expect(queue.entries()[0]?.slide?.imageId).toBe(9);
    expect(server.sentChunks).toEqual([]);
  });

  it("is uploaded again on request", async () => {
    const { server, queue, phases, key } = await holdTwin({ id: 5, title: "Skin" });
    server.holdUntil(null);
    queue.uploadAnyway(key);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([0, 1, 2]);
    expect(queue.entries()[0]?.slide?.imageId).toBe(71);
  });

  it("is skipped on request, without leftovers", async () => {
    const { server, queue, key } = await holdTwin({ id: 5, title: "Skin" });
    await queue.cancel(key);
    expect(queue.entries()).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });

  it("that is sent before its hash is complete is detected at its end", async () => {
    const server = serverInMemory();
    server.know(10, SLIDE);
    const { hashSlide } = server.transport;
    const isRead = Promise.withResolvers<void>();
    server.transport.hashSlide = (content, chunkBytes) => ({
      ...hashSlide(content, chunkBytes),
      sha256: () => isRead.promise.then(() => String(bytesOf(content))),
    });
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10)], { id: 5, title: "Skin" });
    await vi.waitFor(() => expect(phases()).toEqual(["finishing"]));
    isRead.resolve();
    await vi.waitFor(() => expect(phases()).toEqual(["duplicate"]));
  });

  it("is also detected within one selection", async () => {
    const server = serverInMemory();
    const gate = Promise.withResolvers<void>();
    server.holdUntil(gate.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10, "a.svs"), fileOf(10, "b.svs")], null);
    await vi.waitFor(() => expect(phases()).toEqual(["sending", "duplicate"]));
    expect(queue.entries()[1]?.twin).toEqual({ kind: "entry", filename: "a.svs" });
    gate.resolve();
    await vi.waitFor(() => expect(phases()).toEqual(["done", "duplicate"]));
  });
});

describe("all uploads together", () => {
  it("can be paused, resumed and cancelled; ready ones stay", async () => {
    const server = serverInMemory();
    const gate = Promise.withResolvers<void>();
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3, "ready")], null);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    server.holdUntil(gate.promise);
    queue.add([fileOf(4, "a"), fileOf(5, "b"), fileOf(6, "c")], null);
    queue.pauseAll();
    expect(phases()).toEqual(["done", "paused", "paused", "paused"]);
    queue.resumeAll();
    expect(phases()).toEqual(["done", "sending", "sending", "waiting"]);
    await vi.waitFor(() => expect(server.uploads.size).toBe(3));
    await queue.cancelAll();
    expect(phases()).toEqual(["done"]);
    expect([...server.uploads.values()].map(({ filename }) => filename)).toEqual(["ready"]);
  });

  it("a waiting one can be moved to the front", () => {
    const server = serverInMemory();
    server.holdUntil(new Promise(() => undefined));
    const { queue } = queueOn(server);
    queue.add([fileOf(3, "a"), fileOf(4, "b"), fileOf(5, "c"), fileOf(6, "d")], null);
    queue.moveToFront(queue.entries()[3]?.key ?? "");
    expect(queue.entries().map(({ filename }) => filename)).toEqual(["a", "b", "d", "c"]);
  });
});

it("files of one drop are announced with its key and their number, those of another with another key", async () => {
  const server = serverInMemory();
  const { queue, phases } = queueOn(server);
  queue.add([fileOf(3, "a"), fileOf(4, "b"), fileOf(5, "c")], null);
  queue.moveToFront(queue.entries()[2]?.key ?? "");
  queue.add([fileOf(6, "d"), fileOf(7, "e")], null);
  queue.add([fileOf(8, "f")], null);
  await vi.waitFor(() => expect(phases()).toEqual(["done", "done", "done", "done", "done", "done"]));
  const [first, second] = new Set(server.drops.flatMap((drop) => drop?.key ?? []));
  expect(second).toBeDefined();
  const numbersOf = (key?: string) => server.drops.flatMap((drop) => (drop?.key === key ? drop?.number : [])).sort();
  expect([numbersOf(first), numbersOf(second), server.drops.filter((drop) => drop === null)]).toEqual([
    [1, 2, 3],
    [1, 2],
    [null],
  ]);
});
