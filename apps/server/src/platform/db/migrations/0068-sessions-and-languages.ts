/** Options of a site: how long sessions live, and its languages. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site
      ADD COLUMN session_idle_minutes integer NOT NULL DEFAULT 480 CHECK (session_idle_minutes BETWEEN 15 AND 1440),
      ADD COLUMN session_hours integer NOT NULL DEFAULT 24 CHECK (session_hours BETWEEN 1 AND 168),
      -- Of the interface and of mails.
      ADD COLUMN languages text[] NOT NULL DEFAULT '{en,de}' CHECK (cardinality(languages) > 0),
      -- With "Stay signed in"; 0: it is not offered.
      ADD COLUMN kept_session_days integer NOT NULL DEFAULT 30 CHECK (kept_session_days BETWEEN 0 AND 90);
    GRANT UPDATE (session_idle_minutes, session_hours, kept_session_days, languages) ON site TO parfocal_app;
  `.execute(db);
}
