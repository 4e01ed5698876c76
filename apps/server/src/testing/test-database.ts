/** A separate database for each test file, copied from one that is migrated once per run. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inject } from "vitest";
import { type Connection, type Database, openDatabaseAsOwner } from "#platform/db/database.ts";
// Provides the type of the run's provided values.
import type {} from "#platform/db/embedded-test-database.ts";
import { migrate } from "#platform/db/migrate.ts";

const ADMIN_DATABASE = "postgres";
const TEMPLATE = "parfocal_template";
/** Any number that no other lock of the run's database server uses. */
const TEMPLATE_LOCK = 20_261_121;

export type TestConnection = Extract<Connection, { host: string }>;

/** Connection to one database of the run's server, as the owner of all objects. */
export function testConnection(database: string): TestConnection {
  return { ...inject("testDatabase"), database };
}

const openQuietly = (connection: Connection): Database => openDatabaseAsOwner(connection, { onIdleError: () => {} });

/** An empty database, not migrated. */
export async function createEmptyDatabase(): Promise<TestConnection> {
  const name = newName();
  await asAdmin((admin) => sql`CREATE DATABASE ${sql.id(name)}`.execute(admin));
  return testConnection(name);
}

/** A migrated database without rows. */
export async function createMigratedDatabase(): Promise<TestConnection> {
  const name = newName();
  await asAdmin((admin) =>
    // Test files run in parallel: the first one creates the template, the others wait for it.
    admin.connection().execute(async (session) => {
      await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`.execute(session);
      await ensureTemplate(session);
      // Copying files takes half the time of copying pages through the log, as it does not wait for the disk.
      await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE ${sql.id(TEMPLATE)} STRATEGY file_copy`.execute(session);
      await sql`SELECT pg_advisory_unlock(${TEMPLATE_LOCK})`.execute(session);
    }),
  );
  return testConnection(name);
}

const newName = () => `test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;

async function asAdmin<Result>(work: (admin: Database) => Promise<Result>): Promise<Result> {
  const admin = openQuietly(testConnection(ADMIN_DATABASE));
  try {
    return await work(admin);
  } finally {
    await admin.destroy();
  }
}

async function ensureTemplate(admin: Database): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pg_database WHERE datname = ${TEMPLATE}`.execute(admin);
  if (rows.length > 0) return;
  const draft = newName();
  await sql`CREATE DATABASE ${sql.id(draft)}`.execute(admin);
  const owner = openQuietly(testConnection(draft));
  await migrate(owner);
  await owner.destroy();
  // It gets this name only when it is complete.
  await sql`ALTER DATABASE ${sql.id(draft)} RENAME TO ${sql.id(TEMPLATE)}`.execute(admin);
}
