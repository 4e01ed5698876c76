import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { readTreeAs } from "#testing/read-content.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { normaliseVersions } from "./normalise-versions.ts";
import { VERSION_OFFSET } from "./tree.queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** As if the database had been created by another cluster and restored into this one. */
const pretendOtherCluster = () =>
  server.owner.updateTable("installation").set({ value: "4711" }).where("name", "=", "structureCluster").execute();

const readOffset = async () =>
  (await server.owner.selectFrom("installation").select("value").where("name", "=", VERSION_OFFSET).executeTakeFirst())
    ?.value ?? null;

it("leaves a database that has always been in this cluster unchanged", async () => {
  expect([await normaliseVersions(server.owner), await normaliseVersions(server.owner)]).toEqual([false, false]);
  expect(await readOffset()).toBeNull();
});

it("in another cluster returns everything to clients with an old version, then only changes", async () => {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "teacher" });
  const course = await buildCourse(site);
  // Transaction IDs that this cluster will not reach for a long time, as of an older cluster.
  await sql`UPDATE item SET children_xid = children_xid + 1000000, changed_xid = changed_xid + 1000000 WHERE site_id = ${site.id}`.execute(
    server.owner,
  );
  const before = await readTreeAs(as, site);
  await pretendOtherCluster();
  expect(await normaliseVersions(server.owner)).toBe(true);

  const after = await readTreeAs(as, site, before.version);
  expect(after.isWhole).toBe(true);
  expect(after.version).toBeGreaterThan(before.version + 1_000_000);
  expect(after.parents.every(({ version }) => version <= after.version)).toBe(true);
  const versionOf = (tree: typeof after, id: number | null) => tree.parents.find((one) => one.id === id)?.version ?? 0;
  expect(versionOf(after, null)).toBeGreaterThan(versionOf(before, null));

  const folder = await buildFolder(site, { parentId: course });
  const next = await readTreeAs(as, site, after.version);
  expect(next.isWhole).toBe(false);
  expect(next.nodes.map(({ id }) => id)).toContain(folder);
  expect(versionOf(next, course)).toBeGreaterThan(versionOf(after, null));
});

it("each further move increases the version offset", async () => {
  await normaliseVersions(server.owner);
  const first = Number(await readOffset());
  await pretendOtherCluster();
  expect([await normaliseVersions(server.owner), await normaliseVersions(server.owner)]).toEqual([true, false]);
  expect(Number(await readOffset())).toBe(first + 2 ** 40);
});
