import { sql } from "kysely";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** So many rows in one statement: a row has some fifteen values, a statement at most 65,535. */
const ROWS_AT_ONCE = 1000;

/**
 * At the end of the image's order, in the order given. Call with the image's row locked, so that two at once get different
 * places.
 *
 * @returns their ids, in that order.
 */
export async function appendAnnotations(
  db: SiteDb,
  siteId: number,
  imageId: number,
  annotations: readonly NewAnnotation[],
): Promise<number[]> {
  const { last } = await db
    .selectFrom("annotation")
    .select(sql<number>`coalesce(max(position), 0)`.as("last"))
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .executeTakeFirstOrThrow();
  const ids: number[] = [];
  for (let first = 0; first < annotations.length; first += ROWS_AT_ONCE) {
    const rows = annotations.slice(first, first + ROWS_AT_ONCE);
    const inserted = await db
      .insertInto("annotation")
      .values(rows.map((row, index) => ({ ...row, site_id: siteId, position: last + first + index + 1 })))
      .returning(["id", "position"])
      .execute();
    ids.push(...inserted.sort((one, other) => one.position - other.position).map(({ id }) => id));
  }
  return ids;
}
