/** Deleted annotations, kept for some days with their position. Times are compared with the database's clock. */
import {
  ANNOTATION_RESTORE_DAYS,
  OUTLINES_IN_ANSWER_MAX_BYTES,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { type AuthoredAnnotation, firstWithin, withNames } from "./annotation.queries.ts";

type DeletedAnnotation = AuthoredAnnotation & { readonly deleted_at: Date };

const whereRestorable = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("annotation")
    .where("annotation.site_id", "=", siteId)
    .where("annotation.deleted_at", ">", sql<Date>`now() - make_interval(days => ${ANNOTATION_RESTORE_DAYS})`);

const selectRestorable = (db: SiteDb, siteId: number) =>
  withNames(whereRestorable(db, siteId)).$narrowType<{ deleted_at: Date }>();

/**
 * Annotations that the caller is allowed to restore, as far as that depends on author and conversion, the last deleted
 * first: up to the size of one answer.
 *
 * Source: `canDeleteAnnotation`, which is also checked for each of them.
 */
export async function listRestorable(
  db: SiteDb,
  siteId: number,
  imageId: number,
  { who, most }: { who: AnnotationCaller; most: number },
): Promise<DeletedAnnotation[]> {
  const last = await whereRestorable(db, siteId)
    .select(["annotation.id as id", "annotation.geometry_bytes as bytes"])
    .where("annotation.image_id", "=", imageId)
    .where((row) =>
      row.or([
        row.and([row("annotation.is_converted", "=", true), row.lit(who.isExpert)]),
        row.and([
          row("annotation.is_converted", "=", false),
          row.or([row("annotation.author_id", "=", who.id), row.lit(who.isContentManager)]),
        ]),
      ]),
    )
    .orderBy("annotation.deleted_at", "desc")
    .orderBy("annotation.id", "desc")
    .limit(most)
    .execute();
  const ids = firstWithin(last, OUTLINES_IN_ANSWER_MAX_BYTES).map(({ id }) => id);
  return selectRestorable(db, siteId)
    .where("annotation.id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .orderBy("annotation.deleted_at", "desc")
    .orderBy("annotation.id", "desc")
    .execute();
}

export function findRestorable(db: SiteDb, siteId: number, id: number): Promise<DeletedAnnotation | undefined> {
  return selectRestorable(db, siteId).where("annotation.id", "=", id).executeTakeFirst();
}

/** Moves it to the bin: the row stays, and no other annotation gets its position. */
export async function markAnnotationDeleted(
  db: SiteDb,
  siteId: number,
  id: number,
  { deletedBy }: { deletedBy: number },
): Promise<void> {
  await db
    .updateTable("annotation")
    .set({ deleted_at: sql`now()`, deleted_by: deletedBy })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function unmarkAnnotationDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("annotation")
    .set({ deleted_at: null, deleted_by: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Deletes what can no longer be restored from a site's bin, including versions. @param now ms since the epoch. */
export async function deleteOldAnnotations(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("annotation")
    .where("site_id", "=", siteId)
    .where("id", "in", (row) =>
      row
        .selectFrom("annotation as old")
        .select("old.id")
        .where("old.site_id", "=", siteId)
        .where("old.deleted_at", "<", new Date(now - ANNOTATION_RESTORE_DAYS * DAY_MS))
        .limit(MAX_AT_ONCE),
    )
    .execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The rest is deleted in the janitor's next hour. */
const MAX_AT_ONCE = 20_000;
