import { sql } from "kysely";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Rows per statement: a row has about twenty values, a statement at most 65,535. */
const ROWS_AT_ONCE = 1000;
/** Likewise for the bytes of outlines: a statement is built as a whole in memory. */
const OUTLINES_AT_ONCE_BYTES = 1024 * 1024;

/** Number of the next rows that fit in one statement; at least one. */
function portionFrom(annotations: readonly NewAnnotation[], first: number): readonly NewAnnotation[] {
  let end = first;
  for (let bytes = 0; end < annotations.length && end - first < ROWS_AT_ONCE; end += 1) {
    bytes += (annotations[end] as NewAnnotation).geometry.length;
    if (bytes > OUTLINES_AT_ONCE_BYTES && end > first) break;
  }
  return annotations.slice(first, end);
}

/**
 * At the end of the image's order, in the given order. Call with the image's row locked, so that concurrent inserts get
 * different positions.
 *
 * @returns their IDs, in that order.
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
  for (let first = 0; first < annotations.length; ) {
    const rows = portionFrom(annotations, first);
    const start = last + first + 1;
    first += rows.length;
    const inserted = await db
      .insertInto("annotation")
      .values(rows.map((row, index) => ({ ...row, site_id: siteId, position: start + index })))
      .returning(["id", "position"])
      .execute();
    ids.push(...inserted.sort((one, other) => one.position - other.position).map(({ id }) => id));
  }
  return ids;
}
