/**
 * Migrates the database to the newest version. Safe to kill and repeat, and to run from several servers at the same
 * time: all steps run in one transaction under an advisory lock.
 */
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { APP_ROLE, type Database } from "./database.ts";
import { ALL_MIGRATIONS } from "./migrations/all-migrations.ts";

/**
 * @param upTo last migration to apply; omitted: all.
 * @returns names of the migrations that were applied by this run.
 * @throws Error with a user-facing message if a newer version has migrated the database; nothing is changed then.
 */
export async function migrate(owner: Database, upTo?: string): Promise<string[]> {
  await assertNotNewer(owner);
  await ensureAppRole(owner);
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => ({ ...ALL_MIGRATIONS }) } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
  return (results ?? []).filter((result) => result.status === "Success").map((result) => result.migrationName);
}

async function assertNotNewer(owner: Database): Promise<void> {
  const { rows: found } = await sql<{ exists: boolean }>`
    SELECT to_regclass('public.kysely_migration') IS NOT NULL AS exists
  `.execute(owner);
  if (!found[0]?.exists) return;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name DESC`.execute(owner);
  const unknown = rows.find(({ name }) => !Object.hasOwn(ALL_MIGRATIONS, name));
  if (unknown)
    throw new Error(
      `The data was written by a newer version of Parfocal (${unknown.name}). Install that version, or restore a backup of this one into an empty data folder.`,
    );
}

/** A number that no other lock of the database uses; the Migrator takes its own lock. */
const ROLE_LOCK = 7_061_977;

/**
 * Roles belong to the whole cluster: another database of it may have created this one before, or may be creating it
 * now.
 */
async function ensureAppRole(owner: Database): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${ROLE_LOCK})`.execute(db);
    await sql
      .raw(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
          CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
        END IF;
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;
        WHEN insufficient_privilege THEN
          RAISE EXCEPTION 'The database user may not create roles. As a superuser run: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO %;', current_user;
      END $$;
      -- From PostgreSQL 16 on the creator of a role is its member, and still may not take it on until that is granted.
      DO $$ BEGIN
        SET LOCAL ROLE ${APP_ROLE};
        RESET ROLE;
      EXCEPTION WHEN insufficient_privilege THEN
        EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user);
      END $$;
      GRANT USAGE ON SCHEMA public TO ${APP_ROLE};
    `)
      .execute(db);
  });
}
