/** Creates a content tree of any size by writing directly to a server's database. */
import type pg from "pg";

/** Replaces the site's content: a course with folders of 20 items each, ten folders per folder. */
export async function fillTree(database: pg.Client, count: number): Promise<void> {
  await database.query("DELETE FROM item WHERE site_id = 1");
  await database.query(
    `WITH made AS (
       INSERT INTO item (site_id, kind, title)
       SELECT 1, CASE WHEN number = 1 THEN 'course' WHEN number % 21 = 0 THEN 'folder' ELSE 'image' END, 'Item ' || number
       FROM generate_series(1, $1::int) AS number RETURNING id, kind
     ), course_row AS (
       INSERT INTO course (item_id, site_id, position) SELECT id, 1, 1 FROM made WHERE kind = 'course' RETURNING item_id
     ), folders AS (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM made WHERE kind = 'folder'
     ), items AS (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM made WHERE kind = 'image'
     )
     INSERT INTO placement (site_id, parent_id, item_id, position)
     SELECT 1, parent_id, item_id, row_number() OVER (PARTITION BY parent_id ORDER BY item_id) FROM (
       SELECT coalesce((SELECT above.id FROM folders above WHERE above.place = (folders.place - 10) / 10 AND folders.place >= 10),
         (SELECT item_id FROM course_row)) AS parent_id, folders.id AS item_id FROM folders
       UNION ALL
       SELECT folders.id, items.id FROM items JOIN folders ON folders.place = items.place % (SELECT count(*) FROM folders)
     ) AS places`,
    [count],
  );
  await database.query("VACUUM ANALYZE item, placement, course");
}
