/** Invite codes of user groups, and who has used them. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE invite (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      user_group_id bigint NOT NULL,
      -- HMAC of the code: it is looked up by that.
      lookup bytea NOT NULL,
      -- The code, encrypted, to be shown again to people who manage the group.
      shown bytea NOT NULL,
      code_end text NOT NULL,
      is_one_time boolean NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      -- Last instant at which it works; null: no limit.
      expires_at timestamptz,
      -- Of a one-time code: when it was spent, and by whom (null: an account that was deleted since).
      used_at timestamptz,
      used_by bigint,
      created_by bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, id),
      UNIQUE (site_id, lookup),
      CHECK (is_one_time OR used_at IS NULL),
      CHECK (used_by IS NULL OR used_at IS NOT NULL),
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, used_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (used_by),
      FOREIGN KEY (site_id, created_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (created_by)
    );
    CREATE INDEX invite_group ON invite (site_id, user_group_id);

    CREATE TABLE invite_use (
      site_id bigint NOT NULL REFERENCES site (id),
      invite_id bigint NOT NULL,
      user_id bigint NOT NULL,
      used_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (invite_id, user_id),
      FOREIGN KEY (site_id, invite_id) REFERENCES invite (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX invite_use_time ON invite_use (site_id, used_at DESC);
  `.execute(db);
  await guardSiteTables(db, ["invite", "invite_use"]);
}
