/** The title of a tab none of whose pages is active is found by those alone who manage content: others do not see the tab. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION search_of_box() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      shown text;
      hidden text;
    BEGIN
      WITH tab AS (
        SELECT value, jsonb_path_exists(value, '$.contentPages[*] ? (@.isActive == true)') AS is_shown
        FROM jsonb_array_elements(NEW.tabs)
      ), said AS (
        SELECT value ->> 'title' AS words, is_shown FROM tab
        UNION ALL
        SELECT concat_ws(' ', page ->> 'title', page ->> 'content'), (page ->> 'isActive')::boolean
        FROM tab CROSS JOIN jsonb_array_elements(tab.value -> 'contentPages') AS page
      )
      SELECT coalesce(string_agg(words, ' ') FILTER (WHERE is_shown), ''),
        coalesce(string_agg(words, ' ') FILTER (WHERE NOT is_shown), '')
      INTO shown, hidden FROM said;
      PERFORM search_put(NEW.site_id, NEW.item_id, 'box', 0, false, '', '', search_plain(shown));
      PERFORM search_put(NEW.site_id, NEW.item_id, 'boxHidden', 0, true, '', '', search_plain(hidden));
      RETURN NULL;
    END $$;
  `.execute(db);
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM site`.execute(db);
  for (const { id } of rows) {
    await sql`SELECT set_config('app.site_id', ${id}, true)`.execute(db);
    await sql`UPDATE content_box SET tabs = tabs WHERE site_id = ${id}::bigint`.execute(db);
  }
  await sql`SELECT set_config('app.site_id', '', true)`.execute(db);
}
