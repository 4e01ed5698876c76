/** Which annotations of an image are shown to a caller, or by a share. */

import { roleHas } from "@parfocal/core/access/capabilities.ts";
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Asker, findShownItem, type ShownItem } from "#share-access/viewer.ts";
import { findAnnotationCaller, type Presentation } from "./annotation.present.ts";
import type { AnnotationQuery } from "./annotation-visibility.ts";
import { isAskedAbout, isUserAskedAbout } from "./asked-about.queries.ts";
import {
  assertMemberOf,
  findVisibleImage,
  noAnnotation,
  pixelOf,
  type VisibleImage,
  whoSees,
} from "./visible-annotation.ts";

interface Question {
  readonly imageId: number;
  readonly filter: AnnotationFilter;
  readonly userId?: number | undefined;
  readonly workGroupId?: number | undefined;
  readonly annotationId?: number | undefined;
}

interface ShownAnnotations {
  readonly slideFile: VisibleImage["slideFile"];
  readonly question: AnnotationQuery;
  readonly who: AnnotationCaller;
  readonly presentation: Presentation;
}

/** A reader without annotations and work groups, who sees what experts published for everyone. */
const READER: AnnotationCaller = { id: 0, isExpert: false, isContentManager: false, workGroupIds: [] };

/** @throws AppError `notFound` if the caller has no access to the image or the work group. */
export async function findShownAnnotations(db: SiteDb, asker: Asker, query: Question): Promise<ShownAnnotations> {
  const { siteId, caller, shareToken = null } = asker;
  if (shareToken !== null) return findSharedAnnotations(db, asker, query);
  const { slideFile, pixel, isAnnotated, isInRunningQuiz } = await findVisibleImage(db, siteId, caller, query.imageId);
  const who = await findAnnotationCaller(db, siteId, caller);
  assertMemberOf(who, query.workGroupId);
  const question = { ...query, who: whoSees(isInRunningQuiz, who), isAnnotated };
  return { slideFile, question, who, presentation: { pixel } };
}

/**
 * What experts published for everyone, without authors. Empty if the share hides annotations, or a quiz is asking its
 * creator or the reader about the slide.
 */
async function findSharedAnnotations(db: SiteDb, asker: Asker, query: Question): Promise<ShownAnnotations> {
  const { siteId } = asker;
  const { imageId, filter, annotationId, userId } = query;
  const shown = await findShownItem(db, asker, { id: imageId, kind: "image" });
  const row = await findImageRow(db, siteId, imageId);
  if (!row) throw noAnnotation();
  const isHidden = shown.by?.share.hides_annotations || (await isAnyoneAsked(db, asker, shown));
  const isAnnotated = !isHidden && shown.ways.some((way) => way.isAnnotated);
  const question = { imageId, filter, annotationId, userId, who: READER, isAnnotated };
  const { slideFile } = row;
  return { slideFile, question, who: READER, presentation: { pixel: pixelOf(slideFile), isAuthorHidden: true } };
}

async function isAnyoneAsked(db: SiteDb, { siteId, caller }: Asker, { by, item }: ShownItem): Promise<boolean> {
  if (await isAskedAbout(db, siteId, caller, item.id)) return true;
  if (!by) return false;
  const { creatorId, creatorRole, expertsManageContent } = by.share;
  if (roleHas(creatorRole, "annotateAsExpert", { expertsManageContent })) return false;
  return isUserAskedAbout(db, siteId, creatorId, item.id);
}
