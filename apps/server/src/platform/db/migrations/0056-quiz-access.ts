/** Who may start a quiz, when, how often and with how much extra time (decision 0073). */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Without a row: as often and as long as one likes.
    CREATE TABLE quiz_access (
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_id bigint NOT NULL,
      -- Of each person; null: no limit.
      attempts_max integer CHECK (attempts_max > 0),
      opens_at timestamptz,
      closes_at timestamptz,
      -- Encrypted; null: none.
      access_code bytea,
      -- Of Safe Exam Browser; empty: any browser.
      config_key text NOT NULL DEFAULT '',
      PRIMARY KEY (site_id, quiz_id),
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );

    CREATE TABLE quiz_extra_time (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_id bigint NOT NULL,
      user_id bigint,
      user_group_id bigint,
      minutes integer CHECK (minutes > 0),
      -- Of the time limit.
      percent integer CHECK (percent > 0),
      UNIQUE (site_id, id),
      UNIQUE (site_id, quiz_id, user_id),
      UNIQUE (site_id, quiz_id, user_group_id),
      CHECK (num_nonnulls(user_id, user_group_id) = 1),
      CHECK (num_nonnulls(minutes, percent) = 1),
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_extra_time_user ON quiz_extra_time (site_id, user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX quiz_extra_time_group ON quiz_extra_time (site_id, user_group_id) WHERE user_group_id IS NOT NULL;

    ALTER TABLE quiz_attempt
      -- Time limit of the quiz at the start, without extra time; null: none.
      ADD COLUMN time_limit_s integer;
    UPDATE quiz_attempt SET time_limit_s = extract(epoch FROM deadline_at - started_at)::integer
      WHERE deadline_at IS NOT NULL;
  `.execute(db);
  await guardSiteTables(db, ["quiz_access", "quiz_extra_time"]);
}
