import { AppError } from "@parfocal/core/errors.ts";
import { type KnownSlide, UPLOAD_RETRIES, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { describe, expect, it, vi } from "vitest";
import { bytesOf } from "./slide-content.ts";
import { fileOf, lost, queueOn, serverInMemory } from "./testing/server-in-memory.ts";
import { FILES_AT_ONCE } from "./upload-queue.ts";

describe("an upload", () => {
  it("sends every chunk once and becomes a slide", async () => {
    const server = serverInMemory();
    const { queue, phases, onContentChange } = queueOn(server);
    queue.add([fileOf(10)], { id: 5, title: "Kidney" });
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([0, 1, 2]);
    expect(queue.entries()[0]).toMatchObject({ sentBytes: 10, slide: { imageId: 71 } });
    expect(server.uploads.get(1)?.parentId).toBe(5);
    expect(onContentChange).toHaveBeenCalled();
  });

  it("sends only what the server lacks", async () => {
    const server = serverInMemory([0, 2]);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(17)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    expect(server.sentChunks.toSorted()).toEqual([1, 3, 4]);
  });

  it("tries a chunk again when the network is lost, and when it arrived damaged", async () => {
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

  it("gives up after the last retry, says so, and can be taken up again", async () => {
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

  it("has the server look again at a file that it could not check, without sending it again", async () => {
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

  it("says at once what the server refuses", async () => {
    const server = serverInMemory();
    server.failWith(() => new AppError("notFound", "Upload not found."));
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["failed"]));
    expect(server.attempts.get(0)).toBe(1);
    expect(queue.entries()[0]).toMatchObject({ error: "Upload not found.", canRetry: false });
  });

  it("waits for its owner when the session ends, and goes on after signing in", async () => {
    const server = serverInMemory();
    server.failWith(() => new AppError("unauthenticated", "Sign in."));
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3)], null);
    await vi.waitFor(() => expect(phases()).toEqual(["paused"]));
    server.failWith(() => null);
    queue.resumeAfterSignIn();
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
  });

  it("of an empty file is refused without asking the server", () => {
    const server = serverInMemory();
    const { queue } = queueOn(server);
    queue.add([fileOf(0)], null);
    expect(queue.entries()[0]).toMatchObject({ phase: "failed", error: "empty" });
    expect(server.uploads.size).toBe(0);
  });
});

describe("the queue", () => {
  it(`works on ${FILES_AT_ONCE} files at once; paused ones make room`, async () => {
    const server = serverInMemory();
    const held = Promise.withResolvers<void>();
    server.holdUntil(held.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3, "a"), fileOf(4, "b"), fileOf(5, "c")], null);
    expect(phases()).toEqual(["sending", "sending", "waiting"]);
    queue.pause(queue.entries()[0]?.key ?? "");
    expect(phases()).toEqual(["paused", "sending", "sending"]);
    held.resolve();
    await vi.waitFor(() => expect(phases()).toEqual(["paused", "done", "done"]));
  });

  it("throws away what was sent of a cancelled upload", async () => {
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

describe("a file that is here already", () => {
  const SLIDE: KnownSlide = { imageId: 9, title: "Kidney", thumbnail: null, path: [], parentIds: [4] };

  /** Sends so slowly that the file is read before. */
  async function holdTwin(destination: { id: number; title: string } | null) {
    const server = serverInMemory();
    server.know(10, SLIDE);
    const held = Promise.withResolvers<void>();
    server.holdUntil(held.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10)], destination);
    await vi.waitFor(() => expect(phases()).toEqual(["duplicate"]));
    held.resolve();
    return { server, queue, phases, key: queue.entries()[0]?.key ?? "" };
  }

  it("is noticed while it is sent, and no more of it is sent", async () => {
    const { server, queue } = await holdTwin({ id: 5, title: "Skin" });
    expect(queue.entries()[0]?.twin).toEqual({ kind: "slide", slide: SLIDE, isInPlace: false });
    expect(server.sentChunks).toEqual([]);
  });

  it("is known to be in the very place, or where no place is wanted", async () => {
    expect((await holdTwin({ id: 4, title: "Kidney" })).queue.entries()[0]?.twin).toMatchObject({ isInPlace: true });
    expect((await holdTwin(null)).queue.entries()[0]?.twin).toMatchObject({ isInPlace: true });
  });

  it("is put into the new place on request, without being sent", async () => {
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

  it("is skipped on request, and leaves nothing", async () => {
    const { server, queue, key } = await holdTwin({ id: 5, title: "Skin" });
    await queue.cancel(key);
    expect(queue.entries()).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });

  it("that is sent before it is read whole is noticed at its end", async () => {
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

  it("is noticed within one list too", async () => {
    const server = serverInMemory();
    const held = Promise.withResolvers<void>();
    server.holdUntil(held.promise);
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(10, "a.svs"), fileOf(10, "b.svs")], null);
    await vi.waitFor(() => expect(phases()).toEqual(["sending", "duplicate"]));
    expect(queue.entries()[1]?.twin).toEqual({ kind: "entry", filename: "a.svs" });
    held.resolve();
    await vi.waitFor(() => expect(phases()).toEqual(["done", "duplicate"]));
  });
});

describe("all uploads together", () => {
  it("are paused, gone on with and given up; what is ready stays", async () => {
    const server = serverInMemory();
    const held = Promise.withResolvers<void>();
    const { queue, phases } = queueOn(server);
    queue.add([fileOf(3, "ready")], null);
    await vi.waitFor(() => expect(phases()).toEqual(["done"]));
    server.holdUntil(held.promise);
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

  it("one that waits can be made the next", () => {
    const server = serverInMemory();
    server.holdUntil(new Promise(() => undefined));
    const { queue } = queueOn(server);
    queue.add([fileOf(3, "a"), fileOf(4, "b"), fileOf(5, "c"), fileOf(6, "d")], null);
    queue.moveToFront(queue.entries()[3]?.key ?? "");
    expect(queue.entries().map(({ filename }) => filename)).toEqual(["a", "b", "d", "c"]);
  });
});

it("files of one drop are announced with its key and their numbers, those of another with another key", async () => {
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
