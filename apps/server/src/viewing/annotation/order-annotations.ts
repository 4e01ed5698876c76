/**
 * Gives an image's annotations a new order.
 *
 * Those named keep, together, the places that they hold: the smallest of these goes to the first named, and so on. So
 * the order stays a permutation whatever else is inserted, deleted, restored or ordered meanwhile, and who sees only
 * some of the annotations can order these.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * @param ids without doubles.
 * @param workGroupIds groups whose annotations may be among them.
 * @returns the places that they have now, in the order given.
 * @throws AppError `invalid` if one of them is not there, or on another image: then nothing has changed.
 */
export async function orderAnnotations(
  db: SiteDb,
  siteId: number,
  { imageId, ids, workGroupIds }: { imageId: number; ids: readonly number[]; workGroupIds: readonly number[] },
): Promise<{ id: number; order: number }[]> {
  // Locked in the order of their ids, so that two who order the same ones wait for each other and never in a circle.
  const held = await db
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
  if (held.length < ids.length) {
    throw new AppError("invalid", "One of the annotations no longer exists or is not on this slide.", {
      codes: ["annotationIds"],
    });
  }
  const placeOf = new Map(held.map(({ id, position }) => [id, position]));
  const places = held.map(({ position }) => position).sort((one, other) => one - other);
  const ordered = ids.map((id, index) => ({ id, order: places[index] as number }));
  const moved = ordered.filter(({ id, order }) => placeOf.get(id) !== order);
  await sql`
    UPDATE annotation SET position = moved.place
    FROM unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ order }) => order)}::int[]) AS moved (id, place)
    WHERE annotation.site_id = ${siteId} AND annotation.id = moved.id
  `.execute(db);
  return ordered;
}
