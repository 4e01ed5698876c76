/** The hash beside an Idempotency-Key stands for path, query and body, no longer for the body alone. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE idempotency RENAME COLUMN body_sha256 TO request_sha256`.execute(db);
}
