import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { insertSite } from "./site.queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("a site added after one with an explicit ID has the next ID", async () => {
  await insertSite(server.owner, { id: 7, title: "The first" });
  expect(await insertSite(server.owner, { id: null, title: "The second" })).toBe(8);
});
