/**
 * The words of deleted and changed annotations are found by their key, whatever the statistics: with a plan for an empty
 * table, 3,000 annotations that had just been imported took a minute and a half.
 *
 * Functions of 0016, which see the annotations of one statement. They join neither those nor the words of a site: a plan
 * is made with the first annotation of a connection, where a nested loop is best, and is used for thousands after it.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION search_of_gone_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      gone record;
    BEGIN
      FOR gone IN
        SELECT old_rows.site_id, old_rows.image_id, entry.word, array_agg(old_rows.id) AS ids
        FROM old_rows CROSS JOIN LATERAL search_weighed(old_rows.title, '', search_plain(old_rows.content)) AS entry
        WHERE old_rows.deleted_at IS NULL
        GROUP BY old_rows.site_id, old_rows.image_id, entry.word
      LOOP
        DELETE FROM search_word WHERE site_id = gone.site_id AND word = gone.word AND item_id = gone.image_id
          AND part = 'annotation' AND part_id = ANY (gone.ids);
      END LOOP;
      RETURN NULL;
    END $$;
  `.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION search_of_changed_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      done bigint;
      gone record;
      changed bigint[] := ARRAY(
        SELECT id FROM (
          SELECT id, title, content, deleted_at IS NULL FROM new_rows
          EXCEPT SELECT id, title, content, deleted_at IS NULL FROM old_rows
        ) AS differing
      );
    BEGIN
      IF changed = '{}' THEN RETURN NULL; END IF;
      FOR gone IN
        SELECT old_rows.site_id, old_rows.image_id, entry.word, array_agg(old_rows.id) AS ids
        FROM old_rows CROSS JOIN LATERAL search_weighed(old_rows.title, '', search_plain(old_rows.content)) AS entry
        WHERE old_rows.id = ANY (changed) AND old_rows.deleted_at IS NULL
        GROUP BY old_rows.site_id, old_rows.image_id, entry.word
      LOOP
        DELETE FROM search_word WHERE site_id = gone.site_id AND word = gone.word AND item_id = gone.image_id
          AND part = 'annotation' AND part_id = ANY (gone.ids);
      END LOOP;
      WITH weighed AS MATERIALIZED (
        SELECT new_rows.site_id, new_rows.image_id, new_rows.id, entry.word, entry.weight
        FROM new_rows CROSS JOIN LATERAL search_weighed(new_rows.title, '', search_plain(new_rows.content)) AS entry
        WHERE new_rows.id = ANY (changed) AND new_rows.deleted_at IS NULL
      ), added AS (
        INSERT INTO search_word (site_id, word, item_id, part, part_id, is_hidden, weight)
        SELECT site_id, word, image_id, 'annotation', id, false, weight FROM weighed
      )
      SELECT count(search_learn(site_id, words)) INTO done
      FROM (SELECT site_id, array_agg(DISTINCT word) AS words FROM weighed GROUP BY site_id) AS of_site;
      RETURN NULL;
    END $$;
  `.execute(db);
}
