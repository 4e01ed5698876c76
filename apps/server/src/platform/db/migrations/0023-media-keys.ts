/**
 * Files of the media library get a key that nobody can guess, which is a part of their address: a number alone tells no
 * file any more. Addresses that stand in texts already get it too.
 */
import { type Kysely, sql } from "kysely";

/** All columns that hold formatted text, on the day of this migration. */
const TEXTS: readonly (readonly [table: string, column: string, type: "text" | "jsonb"])[] = [
  ["item", "description", "text"],
  ["item", "summary", "text"],
  ["slide_case", "diagnosis", "text"],
  ["static_page", "content", "text"],
  ["textbook", "diagnosis", "text"],
  ["quiz", "content", "text"],
  ["quiz_question", "content", "text"],
  ["quiz_answer_option", "left_text", "text"],
  ["quiz_answer_option", "right_text", "text"],
  ["annotation", "content", "text"],
  ["annotation_version", "content", "text"],
  ["content_box", "tabs", "jsonb"],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 170 bits of chance: a UUID has 122 of them.
    ALTER TABLE media_file ADD COLUMN key text NOT NULL
      DEFAULT encode(uuid_send(gen_random_uuid()) || substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6), 'hex')
      CHECK (key ~ '^[0-9a-f]{44}$');

    CREATE OR REPLACE FUNCTION pg_temp.with_media_keys(site bigint, body text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE file record;
    BEGIN
      FOR file IN
        SELECT media_file.id, media_file.key FROM media_file
        WHERE media_file.site_id = site AND media_file.id IN (
          SELECT matched.parts[1]::bigint
          FROM regexp_matches(body, '/api/v2/media/(\\d{1,15})/(?:file|thumbnail)', 'g') AS matched (parts))
      LOOP
        body := regexp_replace(body, '/api/v2/media/' || file.id || '/(file|thumbnail)',
          '/api/v2/media/' || file.id || '/' || file.key || '/\\1', 'g');
      END LOOP;
      RETURN body;
    END $$;
  `.execute(db);
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM site`.execute(db);
  for (const { id } of rows) {
    await sql`SELECT set_config('app.site_id', ${id}, true)`.execute(db);
    for (const [table, column, type] of TEXTS) {
      const at = sql.ref(column);
      await sql`
        UPDATE ${sql.table(table)} SET ${at} = pg_temp.with_media_keys(site_id, ${at}::text)::${sql.raw(type)}
        WHERE site_id = ${id}::bigint AND ${at}::text LIKE '%/api/v2/media/%'
      `.execute(db);
    }
  }
  await sql`SELECT set_config('app.site_id', '', true)`.execute(db);
}
