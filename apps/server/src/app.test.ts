/** The web app's files beside the API, and how responses are sent. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let webFolder: string;
let server: TestServer;
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), "parfocal-test-web-"));
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>Parfocal</title>");
  writeFileSync(join(webFolder, "assets/app-abc123.js"), "export {};");
  writeFileSync(join(webFolder, "parfocal-slide.js"), "export {};");
  writeFileSync(join(webFolder, "assets/decodeImageFrameWorker-Abc_1-23.js"), "export {};");
  writeFileSync(join(webFolder, "assets/pdf.worker.min-Abc_1-23.mjs"), "export {};");
  server = await createTestServer({ webFolder });
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

const ask = (url: string, accept = "text/html,*/*") => server.app.inject({ url, headers: { accept } });

for (const url of ["/", "/s1/course2/f3/i9/", "/s1/course2?x=1", "/sign-in"]) {
  it(`${url} is answered with the index page, revalidated each time`, async () => {
    const { statusCode, body, headers } = await ask(url);
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(body).toContain("<title>Parfocal</title>");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });
}

it("files with a hash in their name are cached indefinitely", async () => {
  const { statusCode, headers } = await ask("/assets/app-abc123.js", "*/*");
  expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
});

const scriptPolicy = async (url: string) =>
  /script-src ([^;]*)/.exec(String((await ask(url, "*/*")).headers["content-security-policy"]))?.[1];

it("WebAssembly is allowed for the workers that decode radiology images and read PDFs, and nowhere else", async () => {
  expect(await scriptPolicy("/assets/decodeImageFrameWorker-Abc_1-23.js")).toBe("'self' 'wasm-unsafe-eval'");
  expect(await scriptPolicy("/assets/pdf.worker.min-Abc_1-23.mjs")).toBe("'self' 'wasm-unsafe-eval'");
  for (const url of ["/assets/app-abc123.js", "/s1/course2/r3/"])
    expect((await ask(url)).headers["content-security-policy"], url).not.toContain("wasm");
});

for (const url of ["/api/v2/nothing", "/assets/gone-abc123.js", "/tiles/", "/api"]) {
  it(`${url} is not a page: 404`, async () => expect((await ask(url)).statusCode).toBe(404));
}

for (const url of [
  "/../package.json",
  "/%2e%2e/package.json",
  "/assets/..%2f..%2fpackage.json",
  "/..%5cpackage.json",
]) {
  it(`${url} points outside the folder and is never served`, async () => {
    expect((await ask(url, "*/*")).body).not.toContain('"dependencies"');
  });
}

it("a request that does not accept HTML gets no page", async () => {
  expect((await ask("/s1/course2/", "application/json")).statusCode).toBe(404);
});

const answerTo = (url: string, headers: Record<string, string> = { "accept-encoding": "gzip, deflate, br" }) =>
  server.app.inject({ url, headers });

it("long responses are compressed for clients that accept it", async () => {
  const [packed, plain] = [await answerTo("/api/openapi.json"), await answerTo("/api/openapi.json", {})];
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: expect.stringMatching(/accept-encoding/i) });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

it("short responses are not", async () => {
  expect((await answerTo("/api/session")).headers["content-encoding"]).toBeUndefined();
});

it("a body is not decompressed: a small one could expand to a very large one", async () => {
  const { statusCode } = await server.app.inject({
    method: "POST",
    url: "/api/session",
    headers: { "content-type": "application/json", "content-encoding": "gzip", origin: "http://localhost:80" },
    payload: gzipSync(JSON.stringify({ login: "somebody", password: "something" })),
  });
  expect(statusCode).toBe(400);
});

it("HEAD is answered like GET everywhere, with the same status and no body", async () => {
  const ask = (method: "GET" | "HEAD", url: string) =>
    server.app.inject({ method, url, headers: { accept: "text/html,*/*" } });
  const urls = ["/", "/s1/course2/", "/assets/app-abc123.js", "/api/session", "/api/health", "/api/openapi.json"];
  for (const url of [...urls, "/tiles/1/1/0/0/0", "/tiles/1/1/thumbnail", "/api/v2/nothing"]) {
    const [get, head] = [await ask("GET", url), await ask("HEAD", url)];
    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ""]);
    expect(head.headers["content-type"], url).toBe(get.headers["content-type"]);
  }
});

it("lets pages of other sites load the viewer element, and no other script", async () => {
  const headersOf = async (url: string) => (await server.app.inject({ url })).headers;
  expect(await headersOf("/parfocal-slide.js")).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  const other = await headersOf("/assets/app-abc123.js");
  expect(other).not.toHaveProperty("access-control-allow-origin");
  expect(other["cross-origin-resource-policy"]).toBe("same-origin");
});
