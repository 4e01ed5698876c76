/** An image and its annotations, as far as the caller can see them: the first check of each call. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  type AnnotationCaller,
  canDeleteAnnotation,
  canEditAnnotation,
  canSeeAnnotation,
} from "@parfocal/core/annotation/annotation-access.ts";
import { type AppError, notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { SlideFileRow } from "#image/image.table.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { noWorkGroup } from "#work-group/member-work-group.ts";
import { annotationFactsOf, findAnnotationCaller, presentAnnotation } from "./annotation.present.ts";
import { type AuthoredAnnotation, findAnnotation, lockAnnotation } from "./annotation.queries.ts";
import { isAskedAbout } from "./asked-about.queries.ts";

export interface VisibleImage {
  readonly slideFile: SlideFileRow;
  readonly pixel: PixelSizeUm | null;
  /**
   * Whether annotations are shown to learners in a placement that the caller can reach; in others the page hides them.
   * False while a quiz asks the caller about the slide.
   */
  readonly isAnnotated: boolean;
  /** Whether a quiz is asking the caller about the slide: then only their own annotations are shown. */
  readonly isInRunningQuiz: boolean;
}

/** The reader of an image's annotations: without work groups while a quiz asks about the image. */
export const whoSees = (isInRunningQuiz: boolean, who: AnnotationCaller): AnnotationCaller =>
  isInRunningQuiz ? { ...who, workGroupIds: [] } : who;

export interface VisibleAnnotation {
  readonly row: AuthoredAnnotation;
  readonly image: VisibleImage;
  readonly who: AnnotationCaller;
}

export const noAnnotation = () => notFoundOrNoAccess("Annotation");

const mayNot = (action: string) => notAllowed(`You are not allowed to ${action} this annotation.`);

/**
 * @param rejection is thrown if the caller cannot see it.
 * @throws AppError `notFound` if the caller cannot see it.
 */
export async function findVisibleImage(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  imageId: number,
  { rejection }: { rejection?: () => AppError } = {},
): Promise<VisibleImage> {
  const question = { siteId, caller, id: imageId, kind: "image", ...(rejection ? { rejection } : {}) } as const;
  const { ways } = await findVisibleItem(db, question);
  const row = await findImageRow(db, siteId, imageId);
  if (!row) throw noAnnotation();
  const isInRunningQuiz = await isAskedAbout(db, siteId, caller, imageId);
  return {
    slideFile: row.slideFile,
    pixel: pixelOf(row.slideFile),
    isInRunningQuiz,
    isAnnotated: !isInRunningQuiz && (ways.length === 0 || ways.some((way) => way.isAnnotated)),
  };
}

/** null: unknown. */
export const pixelOf = ({ pixel_size_x_um: x, pixel_size_y_um: y }: SlideFileRow): PixelSizeUm | null =>
  x === null || y === null ? null : { x, y };

/** @throws AppError `notFound` if the caller cannot see it. */
export async function assertVisible(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  row: AuthoredAnnotation | undefined,
): Promise<VisibleAnnotation> {
  const who = await findAnnotationCaller(db, siteId, caller);
  if (!row || !canSeeAnnotation(who, annotationFactsOf(row))) throw noAnnotation();
  if (row.author_id !== who.id && (await isAskedAbout(db, siteId, caller, row.image_id))) throw noAnnotation();
  // If the caller has no access to the slide, the answer must be the same as for an annotation that does not exist.
  return { row, who, image: await findVisibleImage(db, siteId, caller, row.image_id, { rejection: noAnnotation }) };
}

/** The annotation with its image. Locks its row until the transaction ends. @throws AppError `notFound`. */
export async function lockVisibleAnnotation(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  id: number,
): Promise<VisibleAnnotation> {
  await lockAnnotation(db, siteId, id);
  return assertVisible(db, siteId, caller, await findAnnotation(db, siteId, id));
}

/** @throws AppError `forbidden` if the caller can see but not change it. */
export function assertEditable(who: AnnotationCaller, row: AuthoredAnnotation): void {
  if (!canEditAnnotation(who, annotationFactsOf(row))) throw mayNot("change");
}

/** @throws AppError `forbidden` if the caller can see but not delete it. */
export function assertDeletable(who: AnnotationCaller, row: AuthoredAnnotation): void {
  if (!canDeleteAnnotation(who, annotationFactsOf(row))) throw mayNot("delete");
}

/** @throws AppError `notFound` if a work group is given and the caller is not a member. */
export function assertMemberOf({ workGroupIds }: AnnotationCaller, workGroupId: number | null | undefined): void {
  if (workGroupId !== null && workGroupId !== undefined && !workGroupIds.includes(workGroupId)) throw noWorkGroup();
}

/** Its present state, as an answer. */
export async function loadAnnotation(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  id: number,
  pixel: PixelSizeUm | null,
): Promise<Annotation> {
  const row = await findAnnotation(db, siteId, id);
  if (!row) throw noAnnotation();
  return presentAnnotation(row, await findAnnotationCaller(db, siteId, caller), { pixel });
}
