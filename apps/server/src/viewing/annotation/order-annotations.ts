/**
 * Gives an image's annotations a new order.
 *
 * The given annotations keep their set of positions: the smallest goes to the first, and so on. So the order remains a
 * permutation even if annotations are concurrently inserted, deleted, restored or ordered, and a person who sees only
 * some of the annotations can order these.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * @param ids without duplicates.
 * @param workGroupIds groups whose annotations can be included.
 * @returns their new positions, in the given order.
 * @throws AppError `invalid` if one of them does not exist or is on another image: then nothing is changed.
 */
export async function orderAnnotations(
  db: SiteDb,
  siteId: number,
  { imageId, ids, workGroupIds }: { imageId: number; ids: readonly number[]; workGroupIds: readonly number[] },
): Promise<{ id: number; order: number }[]> {
  // Locked in the order of their IDs, to avoid deadlocks between concurrent orders.
  const locked = await db
    .selectFrom("annotation")
    .select(["id", "position"])
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .where((row) =>
      row.or([
        row("work_group_id", "is", null),
        row("work_group_id", "=", sql<number>`ANY(${workGroupIds}::bigint[])`),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  if (locked.length < ids.length) {
    throw new AppError("invalid", "One of the annotations no longer exists or is not on this slide.", {
      codes: ["annotationIds"],
    });
  }
  const placeOf = new Map(locked.map(({ id, position }) => [id, position]));
  const places = locked.map(({ position }) => position).sort((one, other) => one - other);
  const ordered = ids.map((id, index) => ({ id, order: places[index] as number }));
  const moved = ordered.filter(({ id, order }) => placeOf.get(id) !== order);
  await sql`
    UPDATE annotation SET position = moved.place
    FROM unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ order }) => order)}::int[]) AS moved (id, place)
    WHERE annotation.site_id = ${siteId} AND annotation.id = moved.id
  `.execute(db);
  return ordered;
}
