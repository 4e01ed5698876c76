/** When the installation was last backed up: stored in its database by `npm run backup`. */
import { sql } from "kysely";
import type pg from "pg";

const LAST_BACKUP = "lastBackup";
/** SQLSTATE `read_only_sql_transaction`. */
const READ_ONLY = "25006";

/** Start of the last complete backup: everything saved before it is in the backup. NULL if there is none. */
export const lastBackupAt = sql<Date | null>`(SELECT value::timestamptz FROM installation WHERE name = ${LAST_BACKUP})`;

/** @param client of the owner; on a standby server, which cannot be written to, nothing is stored. */
export async function storeLastBackup(client: pg.ClientBase, startedAt: Date): Promise<void> {
  try {
    await client.query(
      "INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [LAST_BACKUP, startedAt.toISOString()],
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== READ_ONLY) throw error;
  }
}
