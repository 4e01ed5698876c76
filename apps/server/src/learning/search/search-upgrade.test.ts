/** An installation from before the search feature: its content is found after the migration. */
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, it } from "vitest";
import { openDatabaseAsOwner } from "#platform/db/database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { ALL_MIGRATIONS } from "#platform/db/migrations/all-migrations.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";

it("content from before the search feature is found after the update", async () => {
  const owner = openDatabaseAsOwner(await createEmptyDatabase(), { onIdleError: () => {} });
  try {
    const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => ({ ...ALL_MIGRATIONS }) } });
    // The role with access to the tables belongs to the whole database server: an earlier step creates it.
    await sql`DO $$ BEGIN CREATE ROLE parfocal_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`.execute(
      owner,
    );
    const { error } = await migrator.migrateTo("0015-look-of-content");
    expect(error).toBeUndefined();
    await sql`
      INSERT INTO site (id, title) VALUES (1, 'One'), (2, 'Two');
      INSERT INTO site_user (id, site_id, email, display_name, role, password_hash)
        VALUES (1, 1, 'a@b.test', 'A', 'teacher', 'none');
      INSERT INTO item (id, site_id, kind, title, tags) VALUES
        (11, 1, 'image', 'Kidney', '{PAS}'), (12, 2, 'case', 'Liver', '{}'), (13, 1, 'quizQuestion', 'Which?', '{}');
      INSERT INTO content_box (item_id, site_id, tabs) VALUES (11, 1, '[
        {"title": "Shown", "contentPages": [{"title": "Cortex", "content": "", "isActive": true}]},
        {"title": "Hidden", "contentPages": [{"title": "Draft", "content": "", "isActive": false}]}
      ]');
      INSERT INTO slide_case (item_id, site_id, diagnosis, layout_columns, layout_rows) VALUES (12, 2, '<p>Cirrhosis</p>', 1, 1);
      INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
        min_x, min_y, max_x, max_y, is_student, position)
        VALUES (1, 11, 1, 211, 'Macula', '', '', 'POINT (1 1)', 1, 1, 1, 1, false, 1);
    `.execute(owner);
    expect(await migrate(owner)).toContain("0016-search");
    const { rows } = await sql<{ text: string }>`
      SELECT site_id || ' ' || part || ' ' || string_agg(word, ' ' ORDER BY word) AS text FROM search_word
      GROUP BY site_id, item_id, part ORDER BY 1
    `.execute(owner);
    expect(rows.map(({ text }) => text)).toEqual([
      "1 annotation macula",
      "1 box cortex shown",
      "1 boxHidden draft hidden",
      "1 item kidney pas",
      "2 case cirrhosis",
      "2 item liver",
    ]);
  } finally {
    await owner.destroy();
  }
});
