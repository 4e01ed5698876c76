import { AppError } from "@parfocal/core/errors.ts";
import { describe, expect, it, vi } from "vitest";
import { createOutbox, type Delivery } from "./outbox.ts";
import type { OutboxEntry, OutboxRequest } from "./outbox-entry.ts";
import { memoryStore } from "./outbox-store.ts";
import type { OutboxWorld } from "./outbox-world.ts";

const OWNER = { siteId: 1, userId: 7 };
const CREATE: OutboxRequest = {
  channel: "annotation",
  scope: "image:9",
  place: "/s1/i9/",
  subjectId: -1,
  action: "create",
  fields: { title: "a" },
};

/** A world whose time is advanced manually. */
function stillWorld() {
  let keys = 0;
  let pending: { delayMs: number; act: () => void } | null = null;
  const world: OutboxWorld = {
    now: () => 1_000,
    newKey: () => `key-${++keys}`,
    after(delayMs, act) {
      pending = { delayMs, act };
      return () => {
        pending = null;
      };
    },
    whileAlone: (_name, work) => work(),
    announce: () => undefined,
    listen: () => () => undefined,
  };
  return {
    world,
    pauseMs: () => pending?.delayMs ?? null,
    wake() {
      const act = pending?.act;
      pending = null;
      act?.();
    },
  };
}

/** A server that answers as given: an error is thrown, a number is the id of the saved item. */
function recordingServer(...answers: (AppError | number)[]) {
  const received: OutboxEntry[] = [];
  return {
    received,
    senders: {
      annotation: async (entry: OutboxEntry): Promise<Delivery> => {
        received.push(entry);
        const answer = answers.shift();
        if (answer === undefined) throw new Error("the test gave no answer");
        if (answer instanceof AppError) throw answer;
        return { id: answer, answer: null };
      },
    },
  };
}

const NETWORK_LOST = new AppError("unavailable", "no network", { codes: ["networkLost"] });

describe("an outbox", () => {
  it("keeps a change while the server is unreachable, and sends it later with the same key", async () => {
    const still = stillWorld();
    const server = recordingServer(NETWORK_LOST, NETWORK_LOST, 40);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, still.world);
    await outbox.add(CREATE);
    await vi.waitFor(() => expect(still.pauseMs()).toBe(1_000));
    expect(outbox.snapshot().status).toBe("notSaved");
    still.wake();
    await vi.waitFor(() => expect(still.pauseMs()).toBe(2_000));
    still.wake();
    await vi.waitFor(() => expect(outbox.snapshot().status).toBe("saved"));
    expect(new Set(server.received.map(({ key }) => key)).size).toBe(1);
    expect(server.received).toHaveLength(3);
  });

  it("sends a change under the server's ID if it was assigned in between", async () => {
    const still = stillWorld();
    const server = recordingServer(40, 40);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, still.world);
    const unsavedId = await outbox.add(CREATE);
    await vi.waitFor(() => expect(outbox.snapshot().entries).toEqual([]));
    await outbox.add({ ...CREATE, subjectId: unsavedId, action: "update" });
    await vi.waitFor(() => expect(server.received).toHaveLength(2));
    expect(server.received[1]).toMatchObject({ action: "update", subjectId: 40 });
  });

  it("shows items under the server's ID from the event on, while the stored queue does not have it yet", async () => {
    const store = memoryStore();
    const stored = Promise.withResolvers<void>();
    const outbox = createOutbox(OWNER, store, recordingServer(40, 40).senders, stillWorld().world);
    const shown = () => outbox.snapshot().entries.map(({ action, subjectId }) => `${action} ${subjectId}`);
    const atEvent: string[][] = [];
    const { change } = store;
    outbox.onEvent(() => {
      atEvent.push(shown());
      store.change = async (...step) => {
        await stored.promise;
        return change(...step);
      };
    });
    const unsavedId = await outbox.add(CREATE);
    await vi.waitFor(() => expect(atEvent).toEqual([["create 40"]]));
    const added = outbox.add({ ...CREATE, subjectId: unsavedId, action: "update", fields: { title: "b" } });
    expect(shown()).toEqual(["create 40"]);
    stored.resolve();
    expect(await added).toBe(40);
    await vi.waitFor(() => expect(shown()).toEqual([]));
    expect(atEvent).toEqual([["create 40"], ["update 40"]]);
  });

  it("never uses a preliminary ID for two items", async () => {
    const server = recordingServer(40, 41, 42);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, stillWorld().world);
    const ids = await outbox.addMany([CREATE, CREATE]);
    await vi.waitFor(() => expect(outbox.snapshot().entries).toEqual([]));
    const nextId = await outbox.add(CREATE);
    expect(new Set([...ids, nextId]).size).toBe(3);
    await vi.waitFor(() => expect(server.received).toHaveLength(3));
  });

  it("removes a rejected change from the queue, keeps its input, and sends the following ones", async () => {
    const still = stillWorld();
    const server = recordingServer(new AppError("invalid", "title too long"), 41);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, still.world);
    const events: string[] = [];
    outbox.onEvent(({ kind, entry }) => events.push(`${kind} ${String(entry.fields.title)}`));
    await outbox.add(CREATE);
    await outbox.add({ ...CREATE, fields: { title: "b" } });
    await vi.waitFor(() => expect(events).toEqual(["rejected a", "saved b"]));
    await vi.waitFor(() => expect(outbox.snapshot().entries).toHaveLength(1));
    expect(outbox.snapshot().entries[0]).toMatchObject({
      fields: { title: "a" },
      refusal: { message: "title too long" },
    });
    expect(outbox.snapshot().status).toBe("notSaved");
  });

  it("waits for its owner to sign in again, without retrying", async () => {
    const still = stillWorld();
    const server = recordingServer(new AppError("unauthenticated", "session over"), 42);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, still.world);
    await outbox.add(CREATE);
    await vi.waitFor(() => expect(outbox.snapshot().isSignedOut).toBe(true));
    expect(still.pauseMs()).toBeNull();
    outbox.drainNow();
    await vi.waitFor(() => expect(outbox.snapshot().status).toBe("saved"));
  });

  it("is not blocked by a change that causes a server error", async () => {
    const still = stillWorld();
    const server = recordingServer(new AppError("internal", "bug"), 43);
    const outbox = createOutbox(OWNER, memoryStore(), server.senders, still.world);
    await outbox.add(CREATE);
    await outbox.add({ ...CREATE, fields: { title: "b" } });
    await vi.waitFor(() => expect(still.pauseMs()).toBe(1_000));
    expect(outbox.snapshot().entries.map(({ fields }) => fields.title)).toEqual(["a"]);
  });

  it("does not show or send the changes of another user", async () => {
    const still = stillWorld();
    const store = memoryStore();
    const first = createOutbox(OWNER, store, recordingServer(NETWORK_LOST).senders, still.world);
    await first.add(CREATE);
    await vi.waitFor(() => expect(first.snapshot().status).toBe("notSaved"));
    first.close();
    const server = recordingServer();
    const second = createOutbox({ siteId: 1, userId: 8 }, store, server.senders, still.world);
    second.drainNow();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(second.snapshot().entries).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it("is resumed after a reload with the stored changes", async () => {
    const still = stillWorld();
    const store = memoryStore();
    const before = createOutbox(OWNER, store, recordingServer(NETWORK_LOST).senders, still.world);
    await before.add(CREATE);
    await vi.waitFor(() => expect(before.snapshot().status).toBe("notSaved"));
    before.close();
    const server = recordingServer(44);
    createOutbox(OWNER, store, server.senders, still.world);
    await vi.waitFor(() => expect(server.received).toMatchObject([{ key: "key-1", fields: { title: "a" } }]));
  });

  it("a creation that is undone and redone while it is sent creates one item, which is removed by its first ID", async () => {
    const still = stillWorld();
    const received: string[] = [];
    let answer: (delivery: Delivery) => void = () => undefined;
    let nextId = 40;
    const send = ({ action, subjectId }: OutboxEntry): Promise<Delivery> => {
      received.push(`${action} ${subjectId}`);
      if (received.length === 1) return new Promise((resolve) => (answer = resolve));
      return Promise.resolve({ id: action === "create" ? nextId++ : subjectId, answer: null });
    };
    const outbox = createOutbox(OWNER, memoryStore(), { annotation: send }, still.world);
    const unsavedId = await outbox.add(CREATE);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await outbox.add({ ...CREATE, subjectId: unsavedId, action: "remove" });
    expect(await outbox.add({ ...CREATE, subjectId: unsavedId })).toBe(unsavedId);
    answer({ id: nextId++, answer: null });
    await vi.waitFor(() => expect(outbox.snapshot().entries).toEqual([]));
    await outbox.add({ ...CREATE, subjectId: unsavedId, action: "remove" });
    await vi.waitFor(() => expect(outbox.snapshot().entries).toEqual([]));
    expect(received).toEqual([`create ${unsavedId}`, "remove 40"]);
  });

  it("maps ids of an earlier page to the server's id, in this browser and for this user only", async () => {
    const still = stillWorld();
    const store = memoryStore();
    const before = createOutbox(OWNER, store, recordingServer(40).senders, still.world);
    const unsavedId = await before.add(CREATE);
    await vi.waitFor(() => expect(before.snapshot().status).toBe("saved"));
    before.close();
    const server = recordingServer(40);
    const after = createOutbox(OWNER, store, server.senders, still.world);
    expect(await after.add({ ...CREATE, subjectId: unsavedId, action: "update" })).toBe(40);
    await vi.waitFor(() => expect(server.received).toMatchObject([{ action: "update", subjectId: 40 }]));
    const another = createOutbox({ siteId: 1, userId: 8 }, store, recordingServer().senders, still.world);
    await expect(another.add({ ...CREATE, subjectId: unsavedId, action: "update" })).rejects.toMatchObject({
      kind: "notFound",
    });
  });

  it("accepts many in one step, and omits items that no longer exist", async () => {
    const still = stillWorld();
    const outbox = createOutbox(OWNER, memoryStore(), recordingServer(NETWORK_LOST).senders, still.world);
    const deleted: OutboxRequest = { ...CREATE, subjectId: -9, action: "remove" };
    const ids = await outbox.addMany([CREATE, deleted, { ...CREATE, subjectId: 17, action: "update" }, CREATE]);
    expect(ids).toEqual([-1000, null, 17, -1001]);
    expect(outbox.snapshot().entries.map(({ subjectId, sequence }) => [subjectId, sequence])).toEqual([
      [-1000, 1],
      [17, 2],
      [-1001, 3],
    ]);
  });

  it("reads and shows a long queue only a few times, whatever its length", async () => {
    const still = stillWorld();
    const store = memoryStore();
    const [list, change] = [vi.spyOn(store, "list"), vi.spyOn(store, "change")];
    const many = 200;
    const server = recordingServer(...Array.from({ length: many }, (_none, index) => index + 1));
    const outbox = createOutbox(OWNER, store, server.senders, still.world);
    const listener = vi.fn();
    outbox.subscribe(listener);
    const waitingThen: number[] = [];
    outbox.onEvent(({ entry, others }) => {
      expect(outbox.snapshot().entries.map(({ key }) => key)).toContain(entry.key);
      waitingThen.push(others.length);
    });
    await outbox.addMany(Array.from({ length: many }, () => CREATE));
    await vi.waitFor(() => expect(outbox.snapshot()).toMatchObject({ entries: [], status: "saved" }));
    for (const calls of [list, change, listener]) expect(calls.mock.calls.length).toBeLessThan(10);
    expect(waitingThen).toEqual(Array.from({ length: many }, (_none, index) => many - index - 1));
  });
});
