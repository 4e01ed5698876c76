/** Migration 0023, on a site with existing images in its texts. */
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, it } from "vitest";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { openDatabaseAsOwner } from "../database.ts";
import { migrate } from "../migrate.ts";
import { ALL_MIGRATIONS } from "./all-migrations.ts";

const insert = async (db: Kysely<never>, query: ReturnType<typeof sql<{ id: string }>>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.id);

it("gives each file its own key, and each URL in a text the key of its file", async () => {
  const owner = openDatabaseAsOwner(await createEmptyDatabase(), { onIdleError: () => {} });
  const db = owner as unknown as Kysely<never>;
  try {
    const before = Object.fromEntries(Object.entries(ALL_MIGRATIONS).filter(([name]) => name < "0023"));
    const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => before } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const [site, other] = [
      await insert(db, sql`INSERT INTO site (title) VALUES ('One') RETURNING id`),
      await insert(db, sql`INSERT INTO site (title) VALUES ('Two') RETURNING id`),
    ];
    const addFile = (siteId: number, name: string) =>
      insert(
        db,
        sql`
          INSERT INTO media_file (site_id, title, filename, media_type, bytes, sha256, stored_name)
          VALUES (${siteId}, 'A', 'a.png', 'image/png', 1, ${"0".repeat(64)}, ${name}) RETURNING id`,
      );
    const files: number[] = [];
    for (let number = 0; number < 11; number += 1) files.push(await addFile(site, `own-${number}`));
    const [first, eleventh] = [files[0] as number, files[10] as number];
    const foreign = await addFile(other, "foreign");
    const text = [first, eleventh, foreign, 999]
      .map((id) => `<img src="/api/v2/media/${id}/file"><img src="/api/v2/media/${id}/thumbnail?share=1.a">`)
      .join("");
    const item = await insert(
      db,
      sql`INSERT INTO item (site_id, kind, title, description) VALUES (${site}, 'course', 'C', ${text}) RETURNING id`,
    );
    const tabs = JSON.stringify([{ title: "A", contentPages: [{ title: "/api/v2/media/x/file", content: text }] }]);
    await sql`INSERT INTO content_box (site_id, item_id, tabs) VALUES (${site}, ${item}, ${tabs}::jsonb)`.execute(db);
    await migrate(owner);

    const { rows } = await sql<{ id: number; key: string }>`SELECT id, key FROM media_file`.execute(db);
    const keyOf = new Map(rows.map(({ id, key }) => [Number(id), key]));
    expect(new Set(keyOf.values()).size).toBe(12);
    for (const key of keyOf.values()) expect(key).toMatch(/^[0-9a-f]{44}$/);
    const expected = [first, eleventh].reduce(
      (sofar, id) => sofar.replaceAll(`/media/${id}/`, `/media/${id}/${keyOf.get(id)}/`),
      text,
    );
    const after = await sql<{ description: string; tabs: { contentPages: { title: string; content: string }[] }[] }>`
      SELECT item.description, content_box.tabs FROM item JOIN content_box ON content_box.item_id = item.id
    `.execute(db);
    expect(after.rows[0]?.description).toBe(expected);
    // References to another site's files, or to missing ones, are unchanged.
    expect(after.rows[0]?.description).toContain(`/api/v2/media/${foreign}/file`);
    expect(after.rows[0]?.tabs[0]?.contentPages[0]).toEqual({ title: "/api/v2/media/x/file", content: expected });
  } finally {
    await owner.destroy();
  }
});
