import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AddressNotAllowed,
  askPublicAddress,
  postToPublicAddress,
  readHostNetworks,
  readPublicAddress,
  readPublicFile,
} from "./read-public-address.ts";

let requested: string[] = [];
const server = createServer((request, response) => {
  requested.push(request.url ?? "");
  if (request.url === "/slow") return;
  if (request.url === "/moved") response.writeHead(302, { location: "/keys" });
  response.end(request.url === "/large" ? "x".repeat(5_000) : "keys");
});
let port = 0;
beforeAll(async () => {
  // On all addresses, so that each notation of this machine's address would reach it.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requested = [];
});

const read = (host: string, path = "/keys", allowedNetworks: readonly string[] = [], scheme = "http") =>
  readPublicAddress(`${scheme}://${host}:${port}${path}`, { allowedNetworks, timeoutMs: 300, maxBytes: 1_000 });

describe("a non-public address is not requested in any notation:", () => {
  for (const host of [
    ...["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "127.8.8.8"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"],
    ...["10.0.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1"],
    ...["[fe80::1]", "[fd00::1]", "[fec0::1]", "[ff02::1]", "[2002:7f00:1::]", "[2001:db8::1]"],
    ...["127.0.1", "0x7f.1", "0177.1", "017700000001", "127.0.0.1.", "LOCALHOST", "０.0.0.0", "①27.0.0.1"],
    ...["0x0a000001", "167772161", "172.16.0.1", "192.0.0.1", "198.51.100.7", "203.0.113.7", "240.0.0.1"],
    ...["[::ffff:10.0.0.1]", "[0:0:0:0:0:0:0:1]", "[64:ff9b:1::a00:1]"],
  ])
    it(host, async () => {
      for (const scheme of ["http", "https"])
        await expect(read(host, "/keys", [], scheme)).rejects.toThrow("is not a public address");
      expect(requested).toEqual([]);
    });
});

it("a public address is requested only over https, and no other protocol is read", async () => {
  await expect(read("93.184.215.14")).rejects.toThrow("must be read by https");
  await expect(
    readPublicAddress("file:///etc/passwd", { allowedNetworks: [], timeoutMs: 1, maxBytes: 1 }),
  ).rejects.toThrow("file: is not read");
});

it("an address in a network that the operator allows is requested, also by its name", async () => {
  expect(await read("127.0.0.1", "/keys", ["127.0.0.0/8"])).toBe("keys");
  expect(await read("localhost", "/keys", ["127.0.0.1", "::1"])).toBe("keys");
  await expect(read("127.0.0.1", "/keys", ["10.0.0.0/8"])).rejects.toThrow("is not a public address");
});

it("a body is sent by the same rules; the response status counts, and a redirect is not followed", async () => {
  const post = (path: string, allowedNetworks: readonly string[], maxBytes = 1_000) =>
    postToPublicAddress(
      `http://localhost:${port}${path}`,
      { type: "text/plain", body: "score" },
      { allowedNetworks, timeoutMs: 300, maxBytes },
    );
  await expect(post("/keys", [])).rejects.toBeInstanceOf(AddressNotAllowed);
  expect(requested).toEqual([]);
  const allowed = ["127.0.0.1", "::1"];
  expect(await post("/keys", allowed)).toEqual({ status: 200, text: "keys", link: null });
  expect((await post("/moved", allowed)).status).toBe(302);
  await expect(post("/large", allowed)).rejects.toThrow("more than 1000 bytes");
  expect(requested).toEqual(["/keys", "/moved", "/large"]);
});

it("a response with its status is read by the same rules", async () => {
  const limits = { timeoutMs: 300, maxBytes: 1_000 };
  const ask = (path: string, allowedNetworks: readonly string[]) =>
    askPublicAddress(`http://127.0.0.1:${port}${path}`, { accept: "text/plain" }, { ...limits, allowedNetworks });
  await expect(ask("/keys", [])).rejects.toBeInstanceOf(AddressNotAllowed);
  expect(await ask("/keys", ["127.0.0.1"])).toMatchObject({ status: 200, text: "keys" });
  expect(await ask("/moved", ["127.0.0.1"])).toMatchObject({ status: 302, text: "" });
  expect(requested).toEqual(["/keys", "/moved"]);
});

it("a file is read as a stream by the same rules", async () => {
  const bytesOf = async (bytes: Readable) => (await buffer(bytes)).length;
  const fetchFile = (path: string, allowedNetworks: readonly string[]) =>
    readPublicFile(`http://127.0.0.1:${port}${path}`, {}, { timeoutMs: 300, allowedNetworks }, bytesOf);
  await expect(fetchFile("/keys", [])).rejects.toBeInstanceOf(AddressNotAllowed);
  expect(await fetchFile("/large", ["127.0.0.1"])).toEqual({ status: 200, result: 5_000 });
  expect(await fetchFile("/moved", ["127.0.0.1"])).toEqual({ status: 302, result: null });
  await expect(fetchFile("/slow", ["127.0.0.1"])).rejects.toThrow();
  expect(requested).toEqual(["/large", "/moved", "/slow"]);
});

it("does not follow redirects; abandons slow or large responses", async () => {
  const allowed = ["127.0.0.1"];
  await expect(read("127.0.0.1", "/moved", allowed)).rejects.toThrow("answered 302");
  await expect(read("127.0.0.1", "/large", allowed)).rejects.toThrow("more than 1000 bytes");
  await expect(read("127.0.0.1", "/slow", allowed)).rejects.toThrow();
  expect(requested).toEqual(["/moved", "/large", "/slow"]);
});

it("PARFOCAL_HOST_NETWORKS lists networks and addresses, and nothing else", () => {
  expect(readHostNetworks(undefined)).toEqual([]);
  expect(readHostNetworks(" 10.1.0.0/16, fd00::/8,127.0.0.1 ")).toEqual(["10.1.0.0/16", "fd00::/8", "127.0.0.1"]);
  for (const text of ["all", "0.0.0.0/0", "localhost", "10.0.0.0/33"])
    expect(() => readHostNetworks(text)).toThrow(/^PARFOCAL_HOST_NETWORKS contains/);
});
