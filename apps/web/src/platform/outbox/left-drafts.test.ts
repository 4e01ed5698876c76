// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";
import { memoryStore, type OutboxStore } from "./outbox-store.ts";
import type { OutboxWorld } from "./outbox-world.ts";

const OWNER = { siteId: 1, userId: 7 };
const WORLD: OutboxWorld = {
  now: () => 1_000,
  newKey: () => "key",
  after: () => () => undefined,
  whileAlone: (_name, work) => work(),
  announce: () => undefined,
  listen: () => () => undefined,
};
const open = (store: OutboxStore, owner = OWNER) => createOutbox(owner, store, {}, WORLD);

afterEach(() => sessionStorage.clear());

it("a draft stored when the page closes is read first, and is then stored in the database", async () => {
  const store = memoryStore();
  await open(store).writeDraft("image:9", "before");
  open(store).leaveDraft("image:9", { title: "the last word" });
  expect(await open(store).readDraft("image:9")).toEqual({ title: "the last word" });
  expect(sessionStorage).toHaveLength(0);
  expect(await open(store).readDraft("image:9")).toEqual({ title: "the last word" });
});

it("a draft that was discarded when the page closed is deleted", async () => {
  const store = memoryStore();
  await open(store).writeDraft("image:9", "before");
  open(store).leaveDraft("image:9", undefined);
  expect(await open(store).readDraft("image:9")).toBeUndefined();
});

it("a later draft replaces the one stored when the page closed", async () => {
  const store = memoryStore();
  open(store).leaveDraft("image:9", "left");
  await open(store).writeDraft("image:9", "newer");
  expect(await open(store).readDraft("image:9")).toBe("newer");
});

it("is not readable by another person", async () => {
  const store = memoryStore();
  open(store).leaveDraft("image:9", "left");
  expect(await open(store, { siteId: 1, userId: 8 }).readDraft("image:9")).toBeUndefined();
});
