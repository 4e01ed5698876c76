/** Invalid queries, which are rejected, and hostile ones, which are accepted as text. */
import type { QueryFor } from "@parfocal/core/call.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { SEARCH_QUERY_MAX_CHARACTERS } from "@parfocal/core/search/search-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildLearner() {
  const site = await buildSite(server);
  return { site, learner: await buildUser(site, { role: "learner" }) };
}

describe("an invalid query", () => {
  const rejected: [name: string, query: QueryFor<typeof search>, message: string][] = [
    ["10,000 characters", { query: "x".repeat(10_000) }, `The limit is ${SEARCH_QUERY_MAX_CHARACTERS} characters`],
    ["a title without a value", { fieldTitles: "Organ" }, "one value for each"],
    ["an unknown kind", { kinds: "quizQuestion" as never }, "kinds"],
    ["page 0", { page: "0" }, "a positive whole number"],
    ["pages of a thousand", { pageSize: "1000" }, "the limit is 50"],
  ];
  it("is rejected with a message that says what is wrong", async () => {
    const { learner } = await buildLearner();
    for (const [name, query, message] of rejected) {
      const { status, failure } = await sendCall(server, search, { as: learner, query });
      expect(status, name).toBe(400);
      expect(failure.message, name).toContain(message);
    }
  });

  const hostile = [
    "%",
    "_",
    "%%%___",
    "'",
    "''; DROP TABLE item; --",
    "' OR 1=1 --",
    "kidney' | 'liver",
    "a:* & b:*",
    "!kidney",
    "(((((",
    "\\",
    "\\'",
    "<script>alert(1)</script>",
    "🔬",
    "…",
    "ﬁ\u0301".repeat(60),
    "a ".repeat(100),
    "1e5 -67 0x1F +5",
    "\u202ekidney",
  ];
  it("with U+0000 is rejected with a message", async () => {
    const { learner } = await buildLearner();
    const { status, failure } = await sendCall(server, search, { as: learner, query: { query: "\u0000kidney" } });
    expect([status, failure.data]).toEqual([400, ["query.notStorable"]]);
  });

  it("is plain text, whatever characters it contains", async () => {
    const { site, learner } = await buildLearner();
    await buildCourse(site, { title: "Liver" });
    for (const query of hostile) {
      const { status, answer } = await sendCall(server, search, { as: learner, query: { query } });
      expect(status, query).toBe(200);
      expect(answer.total, query).toBe(0);
    }
    const { answer } = await sendCall(server, search, { as: learner, query: { query: "liver" } });
    expect(answer.total).toBe(1);
  });
});
