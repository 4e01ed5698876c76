/** Submissions of which the notification address of their quiz has not been told: the mail takes them away. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quiz_notice (
      site_id bigint NOT NULL REFERENCES site (id),
      attempt_id bigint PRIMARY KEY,
      quiz_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      FOREIGN KEY (site_id, attempt_id) REFERENCES quiz_attempt (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_notice_quiz ON quiz_notice (site_id, quiz_id);
  `.execute(db);
  await guardSiteTables(db, ["quiz_notice"]);
}
