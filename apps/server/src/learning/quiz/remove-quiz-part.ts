/** Moves a part of a quiz to the bin: it can be restored for 30 days, with its children and at its position. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizPart } from "./quiz-part.queries.ts";

/** Call while the quiz is locked. @returns ID of its bin entry. */
export async function removeQuizPart(
  db: SiteDb,
  { siteId, removedBy }: { siteId: number; removedBy: number },
  { id, parentId }: Pick<QuizPart, "id" | "parentId">,
): Promise<number> {
  const place = await db
    .deleteFrom("placement")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", parentId)
    .where("item_id", "=", id)
    .returning(["position", "is_active", "annotations_active"])
    .executeTakeFirstOrThrow();
  await sql`
    UPDATE placement SET position = position - 1
    WHERE site_id = ${siteId} AND parent_id = ${parentId} AND position > ${place.position}
  `.execute(db);
  await db
    .updateTable("item")
    .set({ deleted_at: new Date() })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  const entry = await db
    .insertInto("bin_entry")
    .values({ ...place, site_id: siteId, item_id: id, parent_id: parentId, removed_by: removedBy, facts: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return entry.id;
}

/**
 * As `removeQuizPart`, for several parts; each entry stores the current position of the part. Call while the quiz is
 * locked.
 *
 * @returns IDs of their bin entries, by ID of the part.
 */
export async function removeQuizParts(
  db: SiteDb,
  { siteId, removedBy }: { siteId: number; removedBy: number },
  ids: readonly number[],
): Promise<Map<number, number>> {
  const places = await db
    .deleteFrom("placement")
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...ids])
    .returning(["item_id", "parent_id", "position", "is_active", "annotations_active"])
    .execute();
  const parentIds = places.map(({ parent_id }) => parent_id);
  const positions = places.map(({ position }) => position);
  await sql`
    UPDATE placement SET position = placement.position - gone.count
    FROM (
      SELECT kept.parent_id, kept.item_id, count(*)::int AS count
      FROM placement kept
      JOIN unnest(${parentIds}::bigint[], ${positions}::int[]) AS removed (parent_id, position)
        ON removed.parent_id = kept.parent_id AND removed.position < kept.position
      WHERE kept.site_id = ${siteId}
      GROUP BY kept.parent_id, kept.item_id
    ) gone
    WHERE placement.site_id = ${siteId} AND placement.parent_id = gone.parent_id AND placement.item_id = gone.item_id
  `.execute(db);
  await db
    .updateTable("item")
    .set({ deleted_at: new Date() })
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  const entries = await db
    .insertInto("bin_entry")
    .values(places.map((place) => ({ ...place, site_id: siteId, removed_by: removedBy, facts: "{}" })))
    .returning(["id", "item_id"])
    .execute();
  return new Map(entries.map(({ id, item_id }) => [item_id, id]));
}
