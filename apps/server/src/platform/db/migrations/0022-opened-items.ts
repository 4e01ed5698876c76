/** What people have opened; and how a slide stood in a case that it has left, should it come back. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE item_opened (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      item_id bigint NOT NULL,
      -- By which way they came the last time; null: not known.
      parent_id bigint,
      first_opened_at timestamptz NOT NULL DEFAULT now(),
      last_opened_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, item_id),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, parent_id) REFERENCES item (site_id, id) ON DELETE SET NULL (parent_id)
    );
    CREATE INDEX item_opened_last ON item_opened (site_id, user_id, last_opened_at DESC);
    CREATE INDEX item_opened_item ON item_opened (site_id, item_id);
    CREATE INDEX item_opened_parent ON item_opened (site_id, parent_id);

    CREATE TABLE left_place (
      site_id bigint NOT NULL REFERENCES site (id),
      parent_id bigint NOT NULL,
      item_id bigint NOT NULL,
      -- What hung on the placement, as in bin_entry.
      facts jsonb NOT NULL,
      left_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (parent_id, item_id),
      FOREIGN KEY (site_id, parent_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX left_place_item ON left_place (site_id, item_id);
  `.execute(db);
  await guardSiteTables(db, ["item_opened", "left_place"]);
}
