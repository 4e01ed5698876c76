import type { Call } from "@parfocal/core/call.contract.ts";
import { createCourse, getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import type { AppError, ErrorKind } from "@parfocal/core/errors.ts";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { call, fileUrlOf, NETWORK_LOST, urlOf } from "./call.ts";
import { platformDe } from "./platform.de.ts";
import { platformEn } from "./platform.en.ts";
import { onSessionLost, requestIdentity, setRequestIdentity } from "./request-identity.ts";
import { setTransport, standaloneTransport } from "./transport.ts";

const json = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

let sent: SentRequest[] = [];

/** Returns the answers in turn, then repeats the last. An Error: the network fails. */
function serverAnswers(...answers: (() => Response | Error)[]): void {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, method: init.method ?? "GET", headers: init.headers as Record<string, string>, body: init.body });
    const answer = (answers.length > 1 ? answers.shift() : answers[0])?.();
    if (!answer || answer instanceof Error) throw answer ?? new TypeError("no answer");
    return answer;
  });
}

const failureOf = (attempt: Promise<unknown>): Promise<AppError> =>
  attempt.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: AppError) => error,
  );

beforeAll(async () => {
  const resources = { en: { translation: { platform: platformEn } }, de: { translation: { platform: platformDe } } };
  await i18next.init({ lng: "en", resources });
});
beforeEach(() => {
  sent = [];
  setRequestIdentity({ siteId: 3, nonce: "nonce-1" });
});
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("fills in the path, sends the site, and sends no nonce for reads", async () => {
    serverAnswers(() => json(200, { id: 7 }));
    await call(getCourse, { params: { id: 7 } });
    expect(sent[0]).toMatchObject({ url: "/api/v2/course/7", method: "GET" });
    expect(sent[0]?.headers).toMatchObject({ "x-site-id": "3" });
    expect(sent[0]?.headers).not.toHaveProperty("x-nonce");
  });

  it("sends nonce, key and JSON for changes", async () => {
    serverAnswers(() => json(200, { id: 8 }));
    await call(createCourse, { body: { title: "Histology" } }, { idempotencyKey: "key-12345678" });
    expect(sent[0]?.headers).toMatchObject({
      "x-nonce": "nonce-1",
      "idempotency-key": "key-12345678",
      "content-type": "application/json",
    });
    expect(JSON.parse(sent[0]?.body as string)).toEqual({ title: "Histology" });
  });

  it("omits undefined query parameters", () => {
    const search: Call = { ...listCourses, path: "/v2/image" };
    expect(urlOf(search, { query: { q: "a b&c", page: undefined } })).toBe("/api/v2/image?q=a+b%26c");
  });
});

describe("a call that fails", () => {
  const cases: [status: number, body: unknown, kind: ErrorKind, text: string, codes: string[]][] = [
    [400, { message: "Give it a title.", data: ["titleMissing"] }, "invalid", "Give it a title.", ["titleMissing"]],
    [403, { message: "No.", data: [] }, "forbidden", "No.", []],
    [429, { message: "Wait.", data: ["tooManyAttempts"] }, "tooManyRequests", "Wait.", ["tooManyAttempts"]],
    [418, { message: "Teapot." }, "internal", "Teapot.", []],
    [502, "<html>Bad gateway</html>", "internal", "Sorry! Something went wrong. Please try again.", []],
    [500, { message: 5, data: ["a", 7] }, "internal", "Sorry! Something went wrong. Please try again.", ["a"]],
  ];
  for (const [status, body, kind, text, codes] of cases) {
    it(`${status} ${JSON.stringify(body)}: ${kind}`, async () => {
      serverAnswers(() => json(status, body));
      const error = await failureOf(call(listCourses));
      expect(error).toMatchObject({ kind, message: text, codes });
    });
  }

  it("without a response: unavailable, networkLost", async () => {
    serverAnswers(() => new TypeError("Failed to fetch"));
    expect(await failureOf(call(listCourses))).toMatchObject({ kind: "unavailable", codes: [NETWORK_LOST] });
  });

  it("without a server message has one in the language of the page", async () => {
    await i18next.changeLanguage("de");
    serverAnswers(() => new Response("<html>Bad gateway</html>", { status: 502 }));
    expect((await failureOf(call(listCourses))).message).toBe(platformDe.failed);
    await i18next.changeLanguage("en");
  });

  it("because it was aborted: the abort itself", async () => {
    const abort = new AbortController();
    abort.abort(new DOMException("gone", "AbortError"));
    serverAnswers(() => new DOMException("gone", "AbortError"));
    expect((await failureOf(call(listCourses, {}, { signal: abort.signal }))).name).toBe("AbortError");
  });
});

describe("an expired nonce", () => {
  const unauthenticated = () => json(401, { message: "Sign in.", data: [] });
  const session = (nonce: string | null) => () => json(200, { user: nonce ? { id: 1 } : null, nonce });

  it("is renewed, and the call is sent again", async () => {
    serverAnswers(unauthenticated, session("nonce-2"), () => json(200, { id: 9 }));
    await expect(call(createCourse, { body: { title: "Again" } })).resolves.toEqual({ id: 9 });
    expect(sent.map(({ headers }) => headers["x-nonce"])).toEqual(["nonce-1", undefined, "nonce-2"]);
  });

  it("informs the page if the session has ended, and fails", async () => {
    const listener = vi.fn();
    const stop = onSessionLost(listener);
    serverAnswers(unauthenticated, session(null));
    expect(await failureOf(call(listCourses))).toMatchObject({ kind: "unauthenticated" });
    stop();
    expect(listener).toHaveBeenCalledOnce();
    expect(requestIdentity().nonce).toBeNull();
  });

  it("is ignored for a guest", async () => {
    setRequestIdentity({ nonce: null });
    serverAnswers(unauthenticated);
    expect(await failureOf(call(listCourses))).toMatchObject({ kind: "unauthenticated" });
    expect(sent).toHaveLength(1);
  });
});

describe("a host with its own transport", () => {
  const tokens = ["token-2"];
  let token: string | undefined = "token-1";
  beforeEach(() => {
    token = "token-1";
    setTransport({
      addressOf: (path) => `https://api.example/api${path}`,
      fileAddressOf: (path) => `https://api.example/~pass${path}`,
      identityFor: async () => ({ "x-site-token": String(token) }),
      credentials: "omit",
      renewToken: async () => {
        token = tokens[0];
        return token !== undefined;
      },
      readAnswer: (json) => JSON.parse(json.replaceAll("/tiles/", "https://api.example/~pass/tiles/")),
      writeBody: (json) => json.replaceAll("https://api.example/~pass", ""),
    });
  });
  afterEach(() => setTransport(standaloneTransport));

  it("decides where calls and files are, which identity is sent, and how URLs are read and written", async () => {
    serverAnswers(() => json(200, { id: 7, tiles: "/tiles/7/1" }));
    const answer = await call(createCourse, { body: { title: "From https://api.example/~pass/tiles/7/1" } });
    expect(answer).toEqual({ id: 7, tiles: "https://api.example/~pass/tiles/7/1" });
    expect(sent[0]).toMatchObject({
      url: "https://api.example/api/v2/course",
      headers: { "x-site-token": "token-1" },
      body: JSON.stringify({ title: "From /tiles/7/1" }),
    });
    expect(sent[0]?.headers).not.toHaveProperty("x-nonce");
    expect(fileUrlOf(getCourse, { params: { id: 3 } })).toBe("https://api.example/~pass/api/v2/course/3");
  });

  it("renews its token once if it is rejected, and the call is sent again", async () => {
    serverAnswers(
      () => json(401, { message: "Sign in.", data: [] }),
      () => json(200, { id: 7 }),
    );
    await call(getCourse, { params: { id: 7 } });
    expect(sent.map(({ headers }) => headers["x-site-token"])).toEqual(["token-1", "token-2"]);
  });
});
