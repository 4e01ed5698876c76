import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { sendAnnotation } from "./annotation.api.ts";
import { isMoreWaiting } from "./annotation-outbox.ts";
import { createdForTest } from "./annotation-undo.builder.ts";

const server = vi.hoisted(() => ({ sent: [] as { path: string; body: Record<string, unknown> | undefined }[] }));
vi.mock("#platform/call.ts", () => ({
  call: async ({ path }: { path: string }, { body }: { body?: Record<string, unknown> }) => {
    server.sent.push({ path, body });
    return createdForTest(7, { title: "as in the bin", geometry: "POLYGON ((0 0, 40 0, 41 1, 0 20, 0 0))" }).annotation;
  },
}));

const { annotation, fields } = createdForTest(7);
const entry = (more: Partial<OutboxEntry>): OutboxEntry => ({
  siteId: 1,
  userId: 3,
  key: "one",
  sequence: 1,
  channel: "annotation",
  scope: "image:9",
  place: "/",
  subjectId: 7,
  action: "update",
  fields: { ...fields },
  createdAt: 0,
  firstAttemptAt: null,
  refusal: null,
  ...more,
});
const { signal } = new AbortController();

describe("an annotation that is restored from the bin", () => {
  beforeEach(() => {
    server.sent = [];
  });

  it("gets its previous shape, if that is another", async () => {
    await sendAnnotation(entry({ fields: { ...fields, restores: annotation } }), signal);
    expect(server.sent.map(({ path }) => path)).toEqual(["/v2/annotation/{id}/restore", "/v2/annotation/{id}"]);
    expect(server.sent[1]?.body).toMatchObject({ geometry: annotation.geometry });
  });

  it("keeps its stored shape, if the page has only a simplified one", async () => {
    const restores = { ...annotation, isSimplified: true };
    await sendAnnotation(entry({ fields: { ...fields, restores } }), signal);
    expect(server.sent[1]?.body).toMatchObject({ title: annotation.title });
    expect(server.sent[1]?.body).not.toHaveProperty("geometry");
    server.sent = [];
    await sendAnnotation(entry({ fields: { ...fields, title: "as in the bin", restores } }), signal);
    expect(server.sent.map(({ path }) => path)).toEqual(["/v2/annotation/{id}/restore"]);
  });
});

describe("a change", () => {
  const base = { ...fields };
  const bodyOf = async (more: Partial<typeof fields>) => {
    server.sent = [];
    await sendAnnotation(entry({ fields: { ...fields, ...more }, base }), signal);
    return server.sent[0]?.body;
  };

  it("sends only what the user changed: a shape redrawn by someone else stays", async () => {
    expect(await bodyOf({ title: "Tubule" })).toEqual({ id: 7, title: "Tubule" });
    expect(await bodyOf({ typeId: 218 })).toEqual({ id: 7, typeId: 218 });
  });

  it("of the shape includes its type and measurement", async () => {
    const geometry = "POLYGON ((0 0, 50 0, 0 20, 0 0))";
    expect(await bodyOf({ geometry })).toEqual({ id: 7, geometry, typeId: fields.typeId, measurement: null });
  });

  it("is sent completely if its base is unknown", async () => {
    server.sent = [];
    await sendAnnotation(entry({}), signal);
    expect(server.sent[0]?.body).toMatchObject({ title: fields.title, geometry: fields.geometry });
  });

  it("of one that is only restored from the bin is not sent", async () => {
    server.sent = [];
    await sendAnnotation(entry({ fields: { ...fields, restores: annotation }, base }), signal);
    expect(server.sent.map(({ path }) => path)).toEqual(["/v2/annotation/{id}/restore"]);
  });
});

describe("whether more changes of its kind are waiting", () => {
  const removal = entry({ key: "two", action: "remove" });
  const cases: [what: string, others: OutboxEntry[], isMore: boolean][] = [
    ["nothing else", [entry({})], false],
    ["another saved one", [entry({}), entry({ key: "two", action: "create" })], true],
    ["one that is removed", [entry({}), removal], false],
    ["one of another slide", [entry({}), entry({ key: "two", scope: "image:8" })], false],
    ["one that was rejected", [entry({ key: "two", refusal: { kind: "invalid", message: "", codes: [] } })], false],
    ["a note", [entry({ key: "two", channel: "note" })], false],
  ];
  for (const [what, others, isMore] of cases) {
    it(`${what}: ${isMore}`, () => expect(isMoreWaiting(others, entry({}))).toBe(isMore));
  }
});
