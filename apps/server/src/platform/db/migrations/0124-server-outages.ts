/** When no server ran or the database was away, and which quizzes got their lost time back (reliability rule D-3). */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row: when a server of this installation lived last.
    CREATE TABLE server_heartbeat (
      id integer PRIMARY KEY CHECK (id = 1),
      beat_at timestamptz NOT NULL
    );
    CREATE TABLE server_outage (
      began_at timestamptz PRIMARY KEY,
      ended_at timestamptz NOT NULL CHECK (ended_at > began_at)
    );
    GRANT SELECT, INSERT, UPDATE ON server_heartbeat TO parfocal_app;
    GRANT SELECT, INSERT, DELETE ON server_outage TO parfocal_app;

    CREATE TABLE quiz_outage_grant (
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_id bigint NOT NULL,
      outage_began_at timestamptz NOT NULL,
      seconds integer NOT NULL CHECK (seconds > 0),
      PRIMARY KEY (site_id, quiz_id, outage_began_at),
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["quiz_outage_grant"]);
}
