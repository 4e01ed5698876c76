/** Vouchers: codes with which people register. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE SEQUENCE voucher_batch;
    CREATE TABLE voucher (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      batch bigint NOT NULL,
      -- HMAC of the code without prefix: it is looked up by that.
      lookup bytea NOT NULL,
      -- The code, encrypted, to be shown again to administrators.
      shown bytea NOT NULL,
      prefix text NOT NULL DEFAULT '',
      -- Last instant at which it can be used; null: no limit.
      expires_at timestamptz,
      -- Last instant of the account that is made with it; null: no limit.
      account_expires_at timestamptz,
      -- Group that it leads into; null: none.
      user_group_id bigint,
      -- When it was used, and by whom (null: an account that was deleted since).
      used_at timestamptz,
      used_by bigint,
      is_deleted boolean NOT NULL DEFAULT false,
      created_by bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, lookup),
      CHECK (used_by IS NULL OR used_at IS NOT NULL),
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE SET NULL (user_group_id),
      FOREIGN KEY (site_id, used_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (used_by),
      FOREIGN KEY (site_id, created_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (created_by)
    );
    CREATE INDEX voucher_batch_number ON voucher (site_id, batch);
    CREATE INDEX voucher_used_by ON voucher (site_id, used_by) WHERE used_by IS NOT NULL;
    CREATE INDEX voucher_group ON voucher (site_id, user_group_id) WHERE user_group_id IS NOT NULL;
  `.execute(db);
  await guardSiteTables(db, ["voucher"]);
}
