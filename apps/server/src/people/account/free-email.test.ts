import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite } from "#testing/build-site.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { insertUser } from "#user/user.queries.ts";
import { assertFreeEmail } from "./change-users.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

it("an address requested by several people at once is given to the first; the others are rejected as taken", async () => {
  const { id: siteId } = await buildSite(server);
  const take = (email: string) =>
    withSite(server.platform.database, siteId, async (db) => {
      await assertFreeEmail(db, siteId, email, null);
      return insertUser(db, siteId, { email, displayName: "Ada", role: "learner", passwordHash: "none" });
    });
  const results = await Promise.allSettled(["ada@example.test", "ADA@example.test", "ada@Example.test"].map(take));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toMatchObject([{ codes: ["emailTaken"] }, { codes: ["emailTaken"] }]);
});
