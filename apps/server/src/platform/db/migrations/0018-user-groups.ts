/** User groups, their members, what is assigned to them; forms by which people register into one. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Numbered with the content: a group's virtual course has the id of the group, and no content has it.
    CREATE TABLE user_group (
      id bigint PRIMARY KEY DEFAULT nextval('content_id'),
      site_id bigint NOT NULL REFERENCES site (id),
      title text NOT NULL,
      -- First and last instant at which its members see what is assigned to it; null: from ever, for good.
      date_start timestamptz,
      date_end timestamptz,
      -- Kinds of content that they do not see in what is assigned to it.
      denied_kinds text[] NOT NULL DEFAULT '{}',
      -- null: nobody any more.
      created_by bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, id),
      CHECK (date_end IS NULL OR date_start IS NULL OR date_start <= date_end),
      FOREIGN KEY (site_id, created_by) REFERENCES site_user (site_id, id)
    );
    CREATE UNIQUE INDEX user_group_title ON user_group (site_id, lower(title));

    CREATE TABLE user_group_member (
      site_id bigint NOT NULL REFERENCES site (id),
      user_group_id bigint NOT NULL,
      user_id bigint NOT NULL,
      joined_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_group_id, user_id),
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX user_group_member_user ON user_group_member (site_id, user_id);

    CREATE TABLE assignment (
      site_id bigint NOT NULL REFERENCES site (id),
      user_group_id bigint NOT NULL,
      resource_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (resource_id, user_group_id),
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, resource_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX assignment_group ON assignment (site_id, user_group_id);

    CREATE TABLE enrollment_form (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- Who registers comes into it.
      user_group_id bigint NOT NULL,
      -- In their order: id, title, data type, options.
      fields jsonb NOT NULL DEFAULT '[]',
      UNIQUE (site_id, item_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id)
    );
    CREATE INDEX enrollment_form_group ON enrollment_form (site_id, user_group_id);

    CREATE TABLE enrollment (
      site_id bigint NOT NULL REFERENCES site (id),
      form_id bigint NOT NULL,
      user_id bigint NOT NULL,
      -- By id of the field.
      answers jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (form_id, user_id),
      FOREIGN KEY (site_id, form_id) REFERENCES enrollment_form (site_id, item_id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["user_group", "user_group_member", "assignment", "enrollment_form", "enrollment"]);
}
