/** Mails about new comments in threads that a person takes part in: whether they want them, and which they got. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site_user ADD COLUMN wants_comment_mails boolean NOT NULL DEFAULT false;

    CREATE TABLE annotation_comment_mail (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      annotation_id bigint NOT NULL,
      -- Newest comment that the last mail told of.
      last_comment_id bigint NOT NULL,
      mailed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, user_id, annotation_id),
      FOREIGN KEY (site_id, annotation_id) REFERENCES annotation (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX annotation_comment_mail_annotation ON annotation_comment_mail (site_id, annotation_id);
  `.execute(db);
  await guardSiteTables(db, ["annotation_comment_mail"]);
}
