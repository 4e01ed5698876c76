/** Rejects a database that may lose acknowledged writes (rule D-5), that is too old, or whose encoding is not UTF-8. */
import { sql } from "kysely";
import type { Database } from "./database.ts";

const REQUIRED_SETTINGS = ["fsync", "synchronous_commit", "full_page_writes"] as const;
const MIN_SERVER_VERSION = 150_000;
/** Texts are normalized (NFC) in the database, which PostgreSQL supports only with this encoding. */
const ENCODING = "UTF8";

/** @throws Error with a user-facing message that names the setting. */
export async function assertDatabaseRequirements(
  database: Database,
  { isUnsafeAllowed }: { isUnsafeAllowed: boolean },
): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings WHERE name IN (${sql.join([...REQUIRED_SETTINGS, "server_version_num", "server_encoding"])})
  `.execute(database);
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  if (Number(settings.get("server_version_num")) < MIN_SERVER_VERSION)
    throw new Error("PostgreSQL 15 or later is required.");
  const encoding = settings.get("server_encoding");
  if (encoding !== ENCODING)
    throw new Error(
      `The database has the encoding ${encoding}, but ${ENCODING} is required. Create it with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  const unsafe = REQUIRED_SETTINGS.filter((name) => settings.get(name) === "off" || settings.get(name) === "local");
  if (unsafe.length > 0 && !isUnsafeAllowed) {
    throw new Error(
      `The database has ${unsafe.join(", ")} turned off, so it can lose acknowledged data. Turn it on or set ALLOW_UNSAFE_DB=1.`,
    );
  }
}
