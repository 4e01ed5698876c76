/** Takes something out of a quiz, into the bin: for 30 days it can be put back with what stands under it, and its place. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizPart } from "./quiz-part.queries.ts";

/** Call with the quiz locked. @returns id of its entry in the bin. */
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
