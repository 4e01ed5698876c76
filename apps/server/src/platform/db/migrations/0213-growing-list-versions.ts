/**
 * The version of a list in the tree is greater after each change. The functions of 0012 wrote the ID of the changing
 * transaction. Of two that changed a list at once, the older one could be the last, so that the version went back:
 * clients took its list for an older one, and did not show the item that it had added.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE now_xid bigint := pg_current_xact_id()::text::bigint;
    BEGIN
      UPDATE item SET children_xid = GREATEST(children_xid + 1, now_xid)
      FROM (SELECT DISTINCT site_id, parent_id FROM changed) AS list
      WHERE item.site_id = list.site_id AND item.id = list.parent_id AND item.children_xid <> now_xid;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION note_course_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE now_xid bigint := pg_current_xact_id()::text::bigint;
    BEGIN
      INSERT INTO content_version (site_id, courses_xid)
      VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.site_id ELSE NEW.site_id END, now_xid)
      ON CONFLICT (site_id) DO UPDATE SET courses_xid = GREATEST(content_version.courses_xid + 1, now_xid)
        WHERE content_version.courses_xid <> now_xid;
      RETURN NULL;
    END $$;
  `.execute(db);
}
