/** Requests whose end a proxy and the server could read differently: a second request must not hide in the first. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const HIDDEN = "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";

let server: TestServer;
let origin: URL;
beforeAll(async () => {
  server = await createTestServer();
  origin = new URL(await server.listen());
});
afterAll(() => server.close());

/** @returns the status lines of all responses. */
async function send(headers: readonly string[], body: string): Promise<string[]> {
  const socket = connect(Number(origin.port), origin.hostname);
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  socket.write(["GET /api/health HTTP/1.1", "Host: x", ...headers, "", body].join("\r\n"));
  socket.setTimeout(1_000, () => socket.destroy());
  await once(socket, "close");
  return text.match(/HTTP\/1\.1 \d+/g) ?? [];
}

describe("a request with an ambiguous end is rejected, and nothing in it is answered:", () => {
  it.each<[what: string, headers: readonly string[], body: string]>([
    ["length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked"], `0\r\n\r\n${HIDDEN}`],
    ["chunks and length", ["Transfer-Encoding: chunked", `Content-Length: ${HIDDEN.length + 5}`], `0\r\n\r\n${HIDDEN}`],
    ["two lengths", ["Content-Length: 0", `Content-Length: ${HIDDEN.length}`], HIDDEN],
    ["a length that is not a number", ["Content-Length: 0x0"], HIDDEN],
    ["chunks that are not the last coding", ["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${HIDDEN}`],
    ["chunks by another name", ["Transfer-Encoding: xchunked"], `0\r\n\r\n${HIDDEN}`],
    ["a chunk size that is not a number", ["Transfer-Encoding: chunked"], `0x0\r\n\r\n${HIDDEN}`],
    ["a space before the colon", ["Transfer-Encoding : chunked"], `0\r\n\r\n${HIDDEN}`],
  ])("%s", async (_what, headers, body) => {
    expect(await send(headers, body)).toEqual(["HTTP/1.1 400"]);
  });

  it("two complete requests in a row are two", async () => {
    expect(await send(["Content-Length: 0"], HIDDEN)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });
});
