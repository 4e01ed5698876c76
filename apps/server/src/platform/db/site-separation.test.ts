/** SEC-02: rows of one site are hidden from every other, by the database itself. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser } from "#testing/build-user.ts";
import { listSiteTables } from "#testing/list-site-tables.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { APP_ROLE, withSite } from "./database.ts";

let server: TestServer;
let site: TestSite;
let foreignSite: TestSite;
beforeAll(async () => {
  server = await createTestServer();
  [site, foreignSite] = [await buildSite(server), await buildSite(server)];
  for (const each of [site, foreignSite]) {
    const author = await buildUser(each, { role: "teacher" });
    await buildAnnotation(each, { slide: await buildSlide(each), author });
    await buildUpload(each, { owner: author });
  }
});
afterAll(() => server.close());

const countRows = async (table: string) =>
  (await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)}`.execute(server.platform.database)).rows[0]
    ?.count;

describe("each table of a site", () => {
  it("has row-level security enabled and forced, and a policy for reading and for writing", async () => {
    const { rows } = await sql<{ name: string; enabled: boolean; forced: boolean; policies: number }>`
      SELECT relname AS name, relrowsecurity AS enabled, relforcerowsecurity AS forced,
        (SELECT count(*) FROM pg_policy WHERE polrelid = pg_class.oid AND polqual IS NOT NULL AND polwithcheck IS NOT NULL) AS policies
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
    `.execute(server.owner);
    const siteTables = await listSiteTables({ server });
    expect(siteTables.length).toBeGreaterThan(10);
    const ofSites = rows.filter(({ name }) => siteTables.includes(name));
    expect(ofSites).toEqual(siteTables.map((name) => ({ name, enabled: true, forced: true, policies: 1 })));
  });

  it("is analysed often: otherwise PostgreSQL assumes that a new site has one row", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND reloptions @> ARRAY['autovacuum_analyze_scale_factor=0.02', 'autovacuum_analyze_threshold=200'] ORDER BY relname
    `.execute(server.owner);
    expect(rows.map(({ name }) => name)).toEqual(await listSiteTables({ server }));
  });

  it("is read by views with the rights of the querying role", async () => {
    const { rows } = await sql<{ name: string; options: string[] | null }>`
      SELECT relname AS name, reloptions AS options FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' ORDER BY relname
    `.execute(server.owner);
    expect(rows).toEqual([{ name: "counted_attempt", options: ["security_invoker=true"] }]);
    expect(await countRows("counted_attempt")).toBe(0);
  });

  it("is every table except those of the installation", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name
    `.execute(server.owner);
    const siteTables = await listSiteTables({ server });
    expect(rows.map(({ name }) => name).filter((name) => !siteTables.includes(name))).toEqual([
      "installation",
      "kysely_migration",
      "kysely_migration_lock",
      "server_heartbeat",
      "server_outage",
      "site",
    ]);
  });

  it("references rows of other tables of a site together with their site (invariant I8)", async () => {
    const siteTables = await listSiteTables({ server });
    const { rows } = await sql<{ from: string; to: string; columns: string[] }>`
      SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to",
        ARRAY(SELECT attname::text FROM unnest(conkey) AS key JOIN pg_attribute ON attrelid = conrelid AND attnum = key) AS columns
      FROM pg_constraint WHERE contype = 'f'
    `.execute(server.owner);
    const betweenSiteTables = rows.filter(({ to }) => siteTables.includes(to));
    expect(betweenSiteTables.length).toBeGreaterThan(5);
    for (const { from, to, columns } of betweenSiteTables) expect(columns, `${from} -> ${to}`).toContain("site_id");
  });
});

describe("the application's role", () => {
  it("is not a superuser, bypasses nothing, creates nothing, owns nothing, and cannot log in", async () => {
    const { rows } = await sql`
      SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolcanlogin,
        (SELECT count(*) FROM pg_class WHERE relowner = pg_roles.oid) AS owned
      FROM pg_roles WHERE rolname = ${APP_ROLE}
    `.execute(server.owner);
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolcanlogin: false, owned: 0 },
    ]);
  });

  it("is used by the application", async () => {
    const { rows } = await sql<{ current_user: string }>`SELECT current_user`.execute(server.platform.database);
    expect(rows).toEqual([{ current_user: APP_ROLE }]);
  });

  it("cannot add or change a site, read how often a migration ran, or create a table", async () => {
    const { database } = server.platform;
    await expect(database.insertInto("site").values({ title: "Mine" }).execute()).rejects.toThrow("permission denied");
    const changed = await database.updateTable("site").set({ title: "Mine" }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(0n);
    await expect(sql`UPDATE site SET created_at = now()`.execute(database)).rejects.toThrow("permission denied");
    await expect(sql`SELECT * FROM kysely_migration`.execute(database)).rejects.toThrow("permission denied");
    await expect(sql`CREATE TABLE mine (id int)`.execute(database)).rejects.toThrow("permission denied");
  });
});

describe("rows", () => {
  it("are hidden in every table while no site is set", async () => {
    for (const table of await listSiteTables({ server })) expect(await countRows(table), table).toBe(0);
  });

  it("are hidden for a site that does not exist", async () => {
    await withSite(server.platform.database, 987_654_321, async (db) => {
      for (const table of await listSiteTables({ server })) {
        const { rows } = await sql`SELECT 1 FROM ${sql.table(table)}`.execute(db);
        expect(rows, table).toEqual([]);
      }
    });
  });

  it("are limited to the site, even if a query names no site", async () => {
    const seen = await withSite(server.platform.database, site.id, (db) =>
      db.selectFrom("annotation").select("site_id").execute(),
    );
    expect(seen).toEqual([{ site_id: site.id }]);
  });

  it("of another site cannot be changed, deleted or added, even if a query names it", async () => {
    const { database } = server.platform;
    const changed = await withSite(database, site.id, (db) =>
      db.updateTable("annotation").set({ title: "Mine" }).where("site_id", "=", foreignSite.id).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    const deleted = await withSite(database, site.id, (db) =>
      db.deleteFrom("annotation").where("site_id", "=", foreignSite.id).executeTakeFirst(),
    );
    expect(deleted.numDeletedRows).toBe(0n);
    const add = withSite(database, site.id, (db) =>
      db.insertInto("sign_in_failure").values({ site_id: foreignSite.id, subject: "x" }).execute(),
    );
    await expect(add).rejects.toThrow("row-level security");
    await withSite(database, site.id, (db) =>
      db.insertInto("sign_in_failure").values({ site_id: site.id, subject: "x" }).execute(),
    );
    await expect(
      withSite(database, site.id, (db) => db.updateTable("sign_in_failure").set({ site_id: foreignSite.id }).execute()),
    ).rejects.toThrow("row-level security");
  });

  it("are hidden again after the transaction, also on the same connection", async () => {
    const { database } = server.platform;
    for (let turn = 0; turn < 20; turn += 1) {
      await withSite(database, site.id, (db) => db.selectFrom("item").select("id").execute());
      expect(await countRows("item")).toBe(0);
      const failing = withSite(database, site.id, async () => {
        throw new Error("on the way");
      });
      await expect(failing).rejects.toThrow("on the way");
      expect(await countRows("item")).toBe(0);
    }
  });
});
