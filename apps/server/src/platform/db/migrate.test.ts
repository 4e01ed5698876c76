import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestConnection, testConnection } from "#testing/test-database.ts";
import { insertJob, listSitesWithOpenJobs } from "../jobs/job.queries.ts";
import { APP_ROLE, type Database, openDatabase, openDatabaseAsOwner, withSite } from "./database.ts";
import { migrate } from "./migrate.ts";
import { ALL_MIGRATIONS } from "./migrations/all-migrations.ts";

const quiet = { onIdleError: () => {} };

async function withOwner<Result>(connection: TestConnection, work: (owner: Database) => Promise<Result>) {
  const owner = openDatabaseAsOwner(connection, quiet);
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

async function listTables(owner: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1
  `.execute(owner);
  return rows.map(({ name }) => name);
}

describe("migrations", () => {
  it("are applied in order, once", async () => {
    const connection = await createEmptyDatabase();
    await withOwner(connection, async (owner) => {
      expect(await migrate(owner)).toEqual(Object.keys(ALL_MIGRATIONS));
      expect(await migrate(owner)).toEqual([]);
    });
    expect(Object.keys(ALL_MIGRATIONS)).toEqual(Object.keys(ALL_MIGRATIONS).toSorted());
  });

  it("of a newer version are rejected, and nothing is changed", async () => {
    const connection = await createEmptyDatabase();
    await withOwner(connection, async (owner) => {
      const before = Object.keys(ALL_MIGRATIONS).at(-2);
      await migrate(owner, before);
      await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`.execute(owner);
      await expect(migrate(owner)).rejects.toThrow("written by a newer version of Parfocal (9999-later)");
      const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(owner);
      expect(rows.map(({ name }) => name).slice(-2)).toEqual([before, "9999-later"]);
    });
  });

  it("run by four servers at once are applied by one of them", async () => {
    const connection = await createEmptyDatabase();
    const applied = await Promise.all(Array.from({ length: 4 }, () => withOwner(connection, migrate)));
    expect(applied.flat()).toEqual(Object.keys(ALL_MIGRATIONS));
  });

  it("that fail midway leave nothing, and the next run completes", async () => {
    const connection = await createEmptyDatabase();
    await withOwner(connection, async (owner) => {
      const failing = async (db: Kysely<unknown>) => {
        await sql`CREATE TABLE half_way (id int)`.execute(db);
        await sql`SELECT 1 / 0`.execute(db);
      };
      const migrator = new Migrator({
        db: owner,
        provider: { getMigrations: async () => ({ ...ALL_MIGRATIONS, "9999-failing": { up: failing } }) },
      });
      const { error } = await migrator.migrateToLatest();
      expect(String(error)).toContain("division by zero");
      const tables = await listTables(owner);
      expect(tables).not.toContain("half_way");
      expect(tables).not.toContain("annotation");
      expect(await migrate(owner)).toEqual(Object.keys(ALL_MIGRATIONS));
      expect(await listTables(owner)).toContain("annotation");
    });
  });

  it("whose connection breaks midway leave nothing, and the next run completes", async () => {
    const connection = await createEmptyDatabase();
    const cut = async (db: Kysely<unknown>) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
    };
    await withOwner(connection, async (owner) => {
      const migrator = new Migrator({
        db: owner,
        provider: { getMigrations: async () => ({ ...ALL_MIGRATIONS, "9999-cut": { up: cut } }) },
      });
      const outcome = await migrator.migrateToLatest().catch((error: unknown) => ({ error }));
      expect(outcome.error).toBeDefined();
    });
    await withOwner(connection, async (owner) => {
      expect(await listTables(owner)).not.toContain("annotation");
      expect(await migrate(owner)).toEqual(Object.keys(ALL_MIGRATIONS));
    });
  });
});

describe("an owner without superuser rights", () => {
  it("can migrate, and the application can then work", async () => {
    const name = `owner_${Math.random().toString(36).slice(2, 10)}`;
    const { database } = await createEmptyDatabase();
    await withOwner(testConnection("postgres"), async (admin) => {
      await sql`CREATE ROLE ${sql.id(name)} LOGIN CREATEROLE NOSUPERUSER`.execute(admin);
      await sql`ALTER DATABASE ${sql.id(database)} OWNER TO ${sql.id(name)}`.execute(admin);
      // As on a server where this user created the role: a member of it, but from PostgreSQL 16 unable to assume it.
      await sql`GRANT ${sql.id(APP_ROLE)} TO ${sql.id(name)} WITH ADMIN OPTION`.execute(admin);
      const { rows } = await sql<{ version: number }>`
        SELECT current_setting('server_version_num')::int AS version
      `.execute(admin);
      if ((rows[0]?.version ?? 0) >= 160_000)
        await sql`GRANT ${sql.id(APP_ROLE)} TO ${sql.id(name)} WITH SET FALSE, INHERIT FALSE`.execute(admin);
    });
    const connection = { ...testConnection(database), user: name };
    await withOwner(connection, async (owner) => {
      expect(await migrate(owner)).toEqual(Object.keys(ALL_MIGRATIONS));
      await sql`INSERT INTO site (id, title) VALUES (7, 'Site')`.execute(owner);
      await withSite(owner, 7, (db) => insertJob(db, 7, { kind: "never", subjectId: 1 }));
    });
    const app = openDatabase(connection, quiet);
    try {
      const { rows } = await sql<{ who: string }>`SELECT current_user AS who`.execute(app);
      expect(rows).toEqual([{ who: APP_ROLE }]);
      // The only query across sites runs as the owner, to whom row-level security applies too.
      expect(await listSitesWithOpenJobs(app)).toEqual([7]);
      expect(await app.selectFrom("job").select("id").execute()).toEqual([]);
    } finally {
      await app.destroy();
    }
  });
});
