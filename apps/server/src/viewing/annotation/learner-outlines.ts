/** How much a learner may draw on one slide (decision 0043). */
import {
  LEARNER_OUTLINES_MAX_BYTES,
  LEARNER_VERTICES_MAX,
  TOO_MUCH_DRAWN,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { sql } from "kysely";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";

export interface AddedOutlines {
  readonly imageId: number;
  readonly authorId: number;
  /** Well-known texts. */
  readonly outlines: readonly string[];
  /** An annotation whose outline these replace. */
  readonly replacedId?: number;
}

/** A comma stands between two vertices, also where a ring or a part ends. */
function verticesIn(wkt: string): number {
  let vertices = 1;
  for (let at = wkt.indexOf(","); at !== -1; at = wkt.indexOf(",", at + 1)) vertices += 1;
  return vertices;
}

const mebibytes = (bytes: number): number => bytes / 1024 / 1024;

/** @throws AppError `tooLarge` if outlines alone are more than a learner may have on a slide. */
export function assertWithinLearnerLimit(bytes: number, vertices: number): void {
  if (bytes <= LEARNER_OUTLINES_MAX_BYTES && vertices <= LEARNER_VERTICES_MAX) return;
  throw new AppError(
    "tooLarge",
    `The limit for your annotations on one slide is ${mebibytes(LEARNER_OUTLINES_MAX_BYTES)} MB of outlines or ${LEARNER_VERTICES_MAX} vertices. Delete annotations or draw simpler outlines.`,
    { codes: [TOO_MUCH_DRAWN] },
  );
}

/**
 * Holds for callers who may not annotate as experts. Several requests that change outlines at the same moment can exceed
 * it by what they add; those that add annotations cannot if the slide's row is locked.
 *
 * @throws AppError `tooLarge` if the learner would have more on the slide than the limit.
 */
export async function assertRoomForOutlines(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { imageId, authorId, outlines, replacedId }: AddedOutlines,
): Promise<void> {
  if (caller.can("annotateAsExpert")) return;
  const { bytes, vertices } = await db
    .selectFrom("annotation")
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>("geometry_bytes"), sql<number>`0`).as("bytes"),
      row.fn.coalesce(row.fn.sum<number>("vertices"), sql<number>`0`).as("vertices"),
    ])
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("author_id", "=", authorId)
    .where("is_student", "=", true)
    .where("deleted_at", "is", null)
    .$if(replacedId !== undefined, (query) => query.where("id", "!=", replacedId as number))
    .executeTakeFirstOrThrow();
  assertWithinLearnerLimit(
    outlines.reduce((sum, outline) => sum + Buffer.byteLength(outline), bytes),
    outlines.reduce((sum, outline) => sum + verticesIn(outline), vertices),
  );
}
