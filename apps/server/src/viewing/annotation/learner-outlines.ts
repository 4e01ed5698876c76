/** Limits for a learner's annotations on one slide (decision 0043). */
import {
  LEARNER_OUTLINES_MAX_BYTES,
  LEARNER_VERTICES_MAX,
  TOO_MUCH_DRAWN,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { sql } from "kysely";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface AddedOutlines {
  readonly imageId: number;
  readonly authorId: number;
  /** Well-known texts. */
  readonly outlines: readonly string[];
  /** The annotation whose outline is replaced. */
  readonly replacedId?: number;
}

/** Vertices are separated by commas, also across rings and parts. */
function verticesIn(wkt: string): number {
  let vertices = 1;
  for (let at = wkt.indexOf(","); at !== -1; at = wkt.indexOf(",", at + 1)) vertices += 1;
  return vertices;
}

const mebibytes = (bytes: number): number => bytes / 1024 / 1024;

/** @throws AppError `tooLarge` if these outlines alone exceed the limit per slide. */
export function assertWithinLearnerLimit(bytes: number, vertices: number): void {
  if (bytes <= LEARNER_OUTLINES_MAX_BYTES && vertices <= LEARNER_VERTICES_MAX) return;
  throw new AppError(
    "tooLarge",
    `The limit for your annotations on one slide is ${mebibytes(LEARNER_OUTLINES_MAX_BYTES)} MB of outlines or ${LEARNER_VERTICES_MAX} vertices. Delete annotations or draw simpler outlines.`,
    { codes: [TOO_MUCH_DRAWN] },
  );
}

/**
 * Applies to callers who cannot annotate as experts. Concurrent requests that change outlines can exceed the limit by
 * their additions; requests that add annotations cannot, if the slide's row is locked.
 *
 * @throws AppError `tooLarge` if the learner's annotations on the slide would exceed the limit.
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
