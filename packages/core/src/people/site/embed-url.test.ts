import { describe, expect, it } from "vitest";
import { EMBED_PROBLEMS, EMBED_SANDBOX, isEmbedHost, readEmbedUrl } from "./embed-url.ts";
import { EMBED_ADDRESSES, OWN_HOSTS } from "./testing/embed-addresses.ts";

describe("the URL of an embedded page", () => {
  it("is tested in more than forty variants", () =>
    expect(new Set(EMBED_ADDRESSES.map(([url]) => url)).size).toBeGreaterThan(40));
  for (const [url, host, problem = null] of EMBED_ADDRESSES)
    it(`${JSON.stringify(url.slice(0, 60))}: ${problem ?? host}`, () =>
      expect(readEmbedUrl(url, OWN_HOSTS)).toEqual({ host, problem }));
});

it("each problem states what to do", () => {
  for (const sentence of Object.values(EMBED_PROBLEMS)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it("a frame never has our origin", () => {
  expect(EMBED_SANDBOX).toBe("allow-scripts allow-forms allow-popups allow-presentation");
});

describe("a host in the list", () => {
  for (const host of ["videos.example.org", "videos.example.org:8443"])
    it(`${host} is valid`, () => expect(isEmbedHost(host)).toBe(true));
  for (const host of [
    "*",
    "*.example.org",
    "https://example.org",
    "localhost",
    "127.0.0.1",
    "xn--a.example",
    "a b.c",
    "'self'",
  ])
    it(`${host} is invalid`, () => expect(isEmbedHost(host)).toBe(false));
});
