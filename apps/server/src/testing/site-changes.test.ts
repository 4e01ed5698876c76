import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse } from "./build-content.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildUser } from "./build-user.ts";
import { listSiteTables } from "./list-site-tables.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
let changes: SiteChanges;
let site: TestSite;
beforeAll(async () => {
  server = await createTestServer();
  changes = await watchSiteChanges(server);
  site = await buildSite(server);
});
afterAll(() => server.close());

const inSite = <Result>(work: Parameters<typeof withSite<Result>>[2]) =>
  withSite(server.platform.database, site.id, work);

it("reports the written tables, once", async () => {
  const userId = (await buildUser(site)).id;
  expect(await changes.take(site)).toEqual(["site_user INSERT"]);
  expect(await changes.take(site)).toEqual([]);
  await inSite((db) => sql`UPDATE site_user SET display_name = 'Changed' WHERE id = ${userId}`.execute(db));
  await inSite((db) => sql`DELETE FROM site_user WHERE id = ${userId}`.execute(db));
  expect(await changes.take(site)).toEqual(["site_user UPDATE", "site_user DELETE"]);
});

it("ignores writes that were rolled back or changed nothing", async () => {
  const userId = (await buildUser(site)).id;
  await changes.take(site);
  const change = inSite(async (db) => {
    await sql`UPDATE site_user SET role = 'expert' WHERE id = ${userId}`.execute(db);
    throw new Error("refused");
  });
  await expect(change).rejects.toThrow("refused");
  const sameAgain = await inSite((db) => sql`UPDATE site_user SET role = role WHERE id = ${userId}`.execute(db));
  expect(sameAgain.numAffectedRows).toBe(1n);
  expect(await changes.take(site)).toEqual([]);
});

it("ignores other sites", async () => {
  const other = await buildSite(server);
  await buildCourse(other);
  expect(await changes.take(site)).toEqual([]);
  expect(await changes.take(other)).toContain("item INSERT");
});

it("reports a change of the site itself", async () => {
  await changes.take(site);
  await inSite((db) =>
    sql`UPDATE site SET tile_source_hosts = '{slides.example.org}' WHERE id = ${site.id}`.execute(db),
  );
  expect(await changes.take(site)).toEqual(["site UPDATE"]);
});

it("watches every table of a site except those that reading alone changes", async () => {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT relname AS name, count(*)::int AS count FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgfoid = 'watched.note'::regproc GROUP BY relname ORDER BY relname
  `.execute(server.owner);
  const tables = (await listSiteTables(site)).filter((name) => name !== "user_session" && name !== "sign_in_failure");
  expect(tables.length).toBeGreaterThan(20);
  expect(rows).toEqual(tables.map((name) => ({ name, count: 2 })));
});
