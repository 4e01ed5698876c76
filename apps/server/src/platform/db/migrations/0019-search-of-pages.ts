/** What is written in pages, textbooks and quizzes is found too; of a quiz its own text, and nothing of its questions. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION search_of_content() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM search_put(NEW.site_id, NEW.item_id, 'content', 0, false, '', '', search_plain(NEW.content));
      RETURN NULL;
    END $$;
    CREATE TRIGGER search_of_content AFTER INSERT OR UPDATE OF content ON static_page
      FOR EACH ROW EXECUTE FUNCTION search_of_content();
    CREATE TRIGGER search_of_content AFTER INSERT OR UPDATE OF content ON quiz
      FOR EACH ROW EXECUTE FUNCTION search_of_content();

    CREATE FUNCTION search_of_textbook() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM search_put(NEW.site_id, NEW.item_id, 'content', 0, false, '', '', search_plain(NEW.diagnosis));
      RETURN NULL;
    END $$;
    CREATE TRIGGER search_of_textbook AFTER INSERT OR UPDATE OF diagnosis ON textbook
      FOR EACH ROW EXECUTE FUNCTION search_of_textbook();
  `.execute(db);
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM site`.execute(db);
  for (const { id } of rows) {
    await sql`SELECT set_config('app.site_id', ${id}, true)`.execute(db);
    await sql`UPDATE static_page SET content = content WHERE site_id = ${id}::bigint`.execute(db);
    await sql`UPDATE quiz SET content = content WHERE site_id = ${id}::bigint`.execute(db);
    await sql`UPDATE textbook SET diagnosis = diagnosis WHERE site_id = ${id}::bigint`.execute(db);
  }
  await sql`SELECT set_config('app.site_id', '', true)`.execute(db);
}
