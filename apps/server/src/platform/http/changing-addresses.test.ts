/** A name server with changing answers: connections go to the checked address (threat T-16, rebinding). */
import type { LookupAddress } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AddressNotAllowed, readPublicAddress } from "./read-public-address.ts";

/** Answers of the name server, one per query; the last one is repeated. */
const { answers } = vi.hoisted(() => ({ answers: [] as LookupAddress[][] }));
let questions = 0;
vi.mock("node:dns", async (original) => ({
  ...(await original<typeof import("node:dns")>()),
  lookup(_: string, __: object, done: (error: null, found: LookupAddress[]) => void) {
    questions += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    setImmediate(() => done(null, answer ?? []));
  },
}));

const ALLOWED = "127.0.0.2";
let contacted: string[] = [];
const server = createServer((request, response) => {
  contacted.push(request.socket.localAddress ?? "");
  response.end("keys");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  contacted = [];
  questions = 0;
  answers.length = 0;
});

const at = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: 4 }));
const read = () =>
  readPublicAddress(`http://rebinding.example:${port}/keys`, {
    allowedNetworks: [ALLOWED],
    timeoutMs: 2_000,
    maxBytes: 1_000,
  });

it("each request resolves the name once and connects to the checked address; another address is checked again", async () => {
  answers.push(at(ALLOWED), at("127.0.0.1"));
  expect(await read()).toBe("keys");
  expect([contacted, questions]).toEqual([[ALLOWED], 1]);
  await expect(read()).rejects.toBeInstanceOf(AddressNotAllowed);
  expect([contacted, questions]).toEqual([[ALLOWED], 2]);
});

it.each([
  ["first", ["127.0.0.1", ALLOWED]],
  ["last", [ALLOWED, "127.0.0.1"]],
])("a name with several addresses, one of them not allowed (%s), is not requested", async (_, addresses) => {
  answers.push(at(...addresses));
  await expect(read()).rejects.toBeInstanceOf(AddressNotAllowed);
  expect(contacted).toEqual([]);
});
