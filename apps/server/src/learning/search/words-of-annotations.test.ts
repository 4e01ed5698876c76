/**
 * Search words of many annotations at once, in a database that has not gathered statistics: they are found by their
 * key, not by reading all words of the site.
 */
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const ANNOTATIONS = 300;
const FEW = 10;
/** Nucleus, its number, second, look. */
const WORDS_EACH = 4;

let server: TestServer;
let site: TestSite;
let imageId: number;

beforeAll(async () => {
  server = await createTestServer();
  site = await buildSite(server);
  const author = await buildUser(site);
  ({ id: imageId } = await buildSlide(site, { parentId: await buildCourse(site) }));
  await run(sql`
    INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
      min_x, min_y, max_x, max_y, is_student, position)
    SELECT ${site.id}, ${imageId}, ${author.id}, 211, 'Nucleus ' || n, '<p>Second look</p>', '', 'POINT (1 1)',
      1, 1, 1, 1, false, n
    FROM generate_series(1, ${ANNOTATIONS}::int) AS n
  `);
});
afterAll(() => server.close());

const run = (statement: RawBuilder<unknown>) =>
  withSite(server.platform.database, site.id, async (db) => {
    const before = await wordsRead(db);
    await statement.execute(db);
    return { read: (await wordsRead(db)) - before, left: await wordsLeft(db) };
  });

/** Rows of `search_word` that the statements of the connection have read lately. */
async function wordsRead(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'search_word'
  `.execute(db);
  return rows[0]?.read ?? Number.NaN;
}

async function wordsLeft(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM search_word WHERE site_id = ${site.id} AND part = 'annotation'
  `.execute(db);
  return rows[0]?.left ?? Number.NaN;
}

/** The last ones. */
const few = () => sql`id IN (SELECT id FROM annotation WHERE site_id = ${site.id} ORDER BY id DESC LIMIT ${FEW})`;
/** Each word is read once to delete it; far fewer than all. */
const FEW_WORDS = 2 * FEW * WORDS_EACH;

it("a connection changes the first annotation, then deletes some and restores them", async () => {
  await run(sql`UPDATE annotation SET title = 'Nucleus one' WHERE id = (SELECT min(id) FROM annotation)`);
  expect(await run(sql`UPDATE annotation SET deleted_at = now() WHERE ${few()}`)).toEqual({
    read: expect.toSatisfy((read: number) => read <= FEW_WORDS),
    left: (ANNOTATIONS - FEW) * WORDS_EACH,
  });
  const restored = await run(sql`UPDATE annotation SET deleted_at = NULL WHERE ${few()}`);
  expect(restored.left).toBe(ANNOTATIONS * WORDS_EACH);
});

it("annotations are renamed: their former words are gone, others and unchanged ones stay", async () => {
  expect(await run(sql`UPDATE annotation SET title = 'Mitosis' WHERE ${few()}`)).toEqual({
    read: expect.toSatisfy((read: number) => read <= FEW_WORDS),
    // "Mitosis" instead of "Nucleus" and a number.
    left: ANNOTATIONS * WORDS_EACH - FEW,
  });
  expect((await run(sql`UPDATE annotation SET position = position + 1 WHERE ${few()}`)).read).toBe(0);
});

it("annotations are deleted for good", async () => {
  expect(await run(sql`DELETE FROM annotation WHERE ${few()}`)).toEqual({
    read: expect.toSatisfy((read: number) => read <= FEW_WORDS),
    left: (ANNOTATIONS - FEW) * WORDS_EACH,
  });
  expect((await run(sql`DELETE FROM annotation WHERE site_id = ${site.id}`)).left).toBe(0);
});
