/** People who were deleted: their rows stay without personal data, as the authors of what is kept. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site_user
      -- Set: the row holds no personal data, and nobody can sign in to it.
      ADD COLUMN deleted_at timestamptz,
      ADD CONSTRAINT site_user_deleted_unusable CHECK (deleted_at IS NULL OR is_suspended);
  `.execute(db);
}
