/** Posts of the host site and the items they show, reported by the host. Replaces a column that was never written. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX item_post;
    ALTER TABLE item DROP COLUMN post_id;

    CREATE TABLE item_post (
      site_id bigint NOT NULL REFERENCES site (id),
      -- Home URL of the host, without a slash at its end: a site can change its host, which has its own numbers.
      host text NOT NULL,
      post_id bigint NOT NULL CHECK (post_id > 0),
      -- Null: the post no longer shows an item. The row is kept for a while, so that an older message does not restore it.
      item_id bigint,
      -- When the host signed the message.
      signed_at timestamptz NOT NULL,
      PRIMARY KEY (site_id, host, post_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX item_post_item ON item_post (site_id, item_id);
  `.execute(db);
  await guardSiteTables(db, ["item_post"]);
}
