import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestIdentity, setRequestIdentity } from "#platform/request-identity.ts";
import { standaloneTransport } from "#platform/transport.ts";
import { createFrameBridge } from "./frame-bridge.ts";
import { FRAME_PROTOCOL } from "./frame-messages.ts";

const ORIGIN = "https://school.example";
const tokenUntil = (ms: number, name: string) => `${name}.${btoa(JSON.stringify({ exp: ms / 1000 }))}.s`;

function frameIn(hasTokens = true) {
  const sent: { readonly message: Record<string, unknown>; readonly to: string }[] = [];
  let listen: (event: MessageEvent) => void = () => undefined;
  const parent = {
    postMessage: (message: unknown, to: string) => void sent.push({ message: message as Record<string, unknown>, to }),
  };
  const bridge = createFrameBridge(
    { origin: ORIGIN, hasTokens },
    {
      parent,
      location: { pathname: "/share/1.a" },
      addEventListener(_type, heard) {
        listen = heard;
      },
    },
  );
  const answer = (token: string | null, from: object = {}) => {
    const id = sent.at(-1)?.message.id;
    const data = { protocol: FRAME_PROTOCOL, type: "token", id, token };
    listen({ source: parent, origin: ORIGIN, data, ...from } as unknown as MessageEvent);
  };
  return { bridge, sent, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
  setRequestIdentity({ siteId: 1, nonce: null, filePass: null });
});
afterEach(() => {
  vi.useRealTimers();
  setRequestIdentity({ filePass: null });
});

it("a call waits for the token of the page around it, which is asked at its exact origin", async () => {
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

it("a page that never answers counts as one where nobody is signed in", async () => {
  const { bridge } = frameIn();
  const identity = bridge.transport.identityFor(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await identity).toEqual({ "x-site-id": "1" });
});

it("files are asked for below the pass of the session, also those that answers and formatted texts name", () => {
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

it("without tokens calls go as they always do", () => {
  expect(frameIn(false).bridge.transport).toBe(standaloneTransport);
});
