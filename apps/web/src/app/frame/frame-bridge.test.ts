import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestIdentity, setRequestIdentity } from "#platform/request-identity.ts";
import { standaloneTransport } from "#platform/transport.ts";
import { createFrameBridge } from "./frame-bridge.ts";
import { FRAME_PROTOCOL } from "./frame-messages.ts";

const ORIGIN = "https://school.example";
const tokenUntil = (ms: number, name: string) => `${name}.${btoa(JSON.stringify({ exp: ms / 1000 }))}.s`;

function frameIn(hasTokens = true, hasLibrary = false) {
  const sent: { readonly message: Record<string, unknown>; readonly to: string }[] = [];
  let listen: (event: MessageEvent) => void = () => undefined;
  const parent = {
    postMessage: (message: unknown, to: string) => void sent.push({ message: message as Record<string, unknown>, to }),
  };
  const bridge = createFrameBridge(
    { origin: ORIGIN, hasTokens, hasLibrary },
    {
      parent,
      location: { pathname: "/share/1.a" },
      addEventListener(_type, listener) {
        listen = listener;
      },
    },
  );
  const receive = (data: unknown, from: object = {}) =>
    listen({ source: parent, origin: ORIGIN, data, ...from } as unknown as MessageEvent);
  const answer = (token: string | null, from: object = {}) =>
    receive({ protocol: FRAME_PROTOCOL, type: "token", id: sent.at(-1)?.message.id, token }, from);
  return { bridge, sent, receive, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
  setRequestIdentity({ siteId: 1, nonce: null, filePass: null });
});
afterEach(() => {
  vi.useRealTimers();
  setRequestIdentity({ filePass: null });
});

it("a call waits for the token of the embedding page, which is requested at its exact origin", async () => {
  const { bridge, sent, answer } = frameIn();
  const both = Promise.all([bridge.transport.identityFor(true), bridge.transport.identityFor(false)]);
  expect(sent).toEqual([
    { to: ORIGIN, message: { protocol: FRAME_PROTOCOL, type: "tokenWanted", id: 1, isForced: false } },
  ]);
  const token = tokenUntil(Date.now() + 300_000, "first");
  answer("evil", { origin: "https://evil.example" });
  answer(token);
  expect(await both).toEqual(Array(2).fill({ "x-site-id": "1", "x-site-token": token }));
  await bridge.transport.identityFor(false);
  expect(sent).toHaveLength(1);
});

it("a token is renewed 30 s before it expires, and immediately when it is rejected", async () => {
  const { bridge, sent, answer } = frameIn();
  const first = bridge.transport.identityFor(false);
  answer(tokenUntil(Date.now() + 300_000, "first"));
  await first;
  vi.advanceTimersByTime(271_000);
  const second = bridge.transport.identityFor(false);
  expect(sent).toHaveLength(2);
  answer(tokenUntil(Date.now() + 300_000, "second"));
  await second;
  const renewed = bridge.transport.renewToken?.();
  expect(sent.at(-1)?.message).toMatchObject({ type: "tokenWanted", isForced: true });
  answer(null);
  expect(await renewed).toBe(false);
});

it("if the page never answers, calls are sent without a token", async () => {
  const { bridge } = frameIn();
  const identity = bridge.transport.identityFor(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await identity).toEqual({ "x-site-id": "1" });
});

/** What each message is, its data, and what else is wrong about it; if accepted, its token would be sent. */
type Hostile = readonly [what: string, data: unknown, from?: object];

const EVIL = tokenUntil(Date.UTC(2100, 0), "evil");

function hostileMessages(id: number): readonly Hostile[] {
  const evil = { protocol: FRAME_PROTOCOL, type: "token", id, token: EVIL };
  let nested: unknown = evil;
  for (let level = 0; level < 500; level += 1) nested = [nested];
  return [
    ...[
      ...["https://evil.example", "http://school.example", "https://school.example:8443", "https://SCHOOL.example"],
      ...["https://school.example.evil.example", "https://evil-school.example", "https://sub.school.example"],
      ...["https://school.example/", "null", "", "*", "file://"],
    ].map((origin): Hostile => [`of the origin ${origin}`, evil, { origin }]),
    ["of the right origin, but of another window", evil, { source: { postMessage: () => undefined } }],
    ["of the right origin, but of the frame itself", evil, { source: globalThis }],
    ["of the right origin, but of no window", evil, { source: null }],
    ["of the right origin, but of an unknown window", evil, { source: undefined }],
    ["of nothing", undefined],
    ["of null", null],
    ["of only a token", EVIL],
    ["of a number", id],
    ["of true", true],
    ["of an empty list", []],
    ["of a list with an answer", [evil]],
    ["of an answer as JSON", JSON.stringify(evil)],
    ["of an answer in nested lists", nested],
    ["of a map", new Map(Object.entries(evil))],
    ["of a megabyte", { ...evil, token: EVIL + "x".repeat(1_000_000) }],
    ["of prototype keys", JSON.parse(`{"__proto__":${JSON.stringify(evil)},"constructor":{"prototype":{}}}`)],
    ["of a newer protocol", { ...evil, protocol: "parfocal-frame-2" }],
    ["of no protocol", { ...evil, protocol: undefined }],
    ["of a list of protocols", { ...evil, protocol: [FRAME_PROTOCOL] }],
    ["of an unknown type", { ...evil, type: "signIn" }],
    ["of the frame's own request", { ...evil, type: "tokenWanted" }],
    ["of a type that is a prototype key", { ...evil, type: "__proto__" }],
    ["of a type in a list", { ...evil, type: ["token"] }],
    ["of a script as type", { ...evil, type: "javascript:alert(1)" }],
    ["of the previous request's number", { ...evil, id: id - 1 }],
    ["of the next request's number", { ...evil, id: id + 1 }],
    ["of a number as a string", { ...evil, id: String(id) }],
    ["of a negative number", { ...evil, id: -id }],
    ["of a fractional number", { ...evil, id: id + 0.5 }],
    ["of an infinite number", { ...evil, id: Number.POSITIVE_INFINITY }],
    ["without a number", { ...evil, id: undefined }],
    ["without a token", { ...evil, token: undefined }],
    ["of an empty token", { ...evil, token: "" }],
    ["of a numeric token", { ...evil, token: 7 }],
    ["of a list of tokens", { ...evil, token: [EVIL] }],
    ["of an object as token", { ...evil, token: { toString: () => EVIL } }],
  ];
}

it("more than 40 hostile messages have no effect: the call keeps waiting, and is sent after the right answer", async () => {
  const { bridge, sent, receive, answer } = frameIn();
  const count = hostileMessages(1).length;
  expect(new Set(hostileMessages(1).map(([what]) => what)).size).toBe(count);
  expect(count).toBeGreaterThan(40);
  for (let index = 0; index < count; index += 1) {
    const renewal = bridge.transport.renewToken?.();
    const id = index + 1;
    expect(sent.at(-1)?.message).toMatchObject({ type: "tokenWanted", id });
    const [what, data, from] = hostileMessages(id)[index] as Hostile;
    const settled = vi.fn();
    void renewal?.then(settled);
    receive(data, from);
    await vi.advanceTimersByTimeAsync(1);
    expect(settled, what).not.toHaveBeenCalled();

    const right = tokenUntil(Date.now() + 300_000, `right-${index}`);
    answer(right);
    expect(await renewal, what).toBe(true);
    // An answer that was accepted already is not accepted again.
    receive({ protocol: FRAME_PROTOCOL, type: "token", id, token: EVIL });
    expect(await bridge.transport.identityFor(false), what).toEqual({ "x-site-id": "1", "x-site-token": right });
  }
  expect(sent).toHaveLength(count);
});

it("files are requested with the pass of the session in the path, also those in responses and formatted texts", () => {
  const { bridge } = frameIn();
  const { transport } = bridge;
  const answer = JSON.stringify({ tiles: "/tiles/7/1", text: '<img src="/api/v2/media/3/k/file">', title: "/other" });
  expect(transport.readAnswer?.(answer)).toEqual(JSON.parse(answer));
  setRequestIdentity({ filePass: "~1.pass" });
  expect(requestIdentity().filePass).toBe("~1.pass");
  const read = transport.readAnswer?.(answer);
  expect(read).toEqual({
    tiles: "/~1.pass/tiles/7/1",
    text: '<img src="/~1.pass/api/v2/media/3/k/file">',
    title: "/other",
  });
  expect(transport.writeBody?.(JSON.stringify(read))).toBe(answer);
  expect(transport.fileAddressOf("/api/user/picture/1/k")).toBe("/~1.pass/api/user/picture/1/k");
});

it("without tokens calls are sent as usual", () => {
  expect(frameIn(false).bridge.transport).toBe(standaloneTransport);
});

const MEDIA = { provider: "wordpress", id: "45", mimeType: "image/png", token: "a.b.c" };

it("the media library of the embedding page is requested at its exact origin; only the latest answer is used", async () => {
  const { bridge, sent, receive } = frameIn(true, true);
  const pick = () => bridge.library?.pick({ title: "Choose an image", accept: ["image/png"] });
  const give = (id: number, media: unknown, from: object = {}) =>
    receive({ protocol: FRAME_PROTOCOL, type: "media", id, media }, from);
  const first = pick();
  expect(sent).toEqual([
    {
      to: ORIGIN,
      message: {
        ...{ protocol: FRAME_PROTOCOL, type: "mediaWanted", id: 1, title: "Choose an image" },
        types: ["image/png"],
      },
    },
  ]);
  const second = pick();
  expect(await first).toBeNull();
  const settled = vi.fn();
  void second?.then(settled);
  give(2, MEDIA, { origin: "https://evil.example" });
  give(2, MEDIA, { source: null });
  give(1, MEDIA);
  give(2, { ...MEDIA, token: "" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(settled).not.toHaveBeenCalled();
  give(2, MEDIA);
  expect(await second).toEqual(MEDIA);
  const third = pick();
  give(3, "failed");
  await expect(third).rejects.toMatchObject({ kind: "unavailable" });
});

it("a page without a media library never gets a request for it", () => {
  expect(frameIn().bridge.library).toBeUndefined();
});
