import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findAnnotation } from "./annotation.queries.ts";
import { shownAnnotations } from "./annotation-visibility.ts";
import { assertVisible, noAnnotation, type VisibleAnnotation } from "./visible-annotation.ts";

interface Context {
  readonly db: SiteDb;
  readonly siteId: number;
  readonly caller: Caller;
}

/**
 * The annotation as shown in lists of the slide: also hidden while its location hides annotations from learners.
 *
 * @throws AppError `notFound` if it is not shown to the caller.
 */
export async function findShownAnnotation({ db, siteId, caller }: Context, id: number): Promise<VisibleAnnotation> {
  const found = await assertVisible(db, siteId, caller, await findAnnotation(db, siteId, id));
  const { row, who, image } = found;
  const question = { imageId: row.image_id, filter: "all", who, isAnnotated: image.isAnnotated } as const;
  const shown = await shownAnnotations(db, siteId, { ...question, annotationId: id })
    .select("annotation.id")
    .executeTakeFirst();
  if (!shown) throw noAnnotation();
  return found;
}
