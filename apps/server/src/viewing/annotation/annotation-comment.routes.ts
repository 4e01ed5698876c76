import { ANNOTATIONS_LISTED_MAX } from "@parfocal/core/annotation/annotation.contract.ts";
import { canCommentAnnotation } from "@parfocal/core/annotation/annotation-access.ts";
import {
  ANNOTATION_COMMENTS_MAX,
  type AnnotationComment,
  countAnnotationComments,
  createAnnotationComment,
  deleteAnnotationComment,
  listAnnotationComments,
  markAnnotationCommentsRead,
  restoreAnnotationComment,
  updateAnnotationComment,
} from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { AppError, notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { annotationFactsOf, findAnnotationCaller } from "./annotation.present.ts";
import { lockAnnotation } from "./annotation.queries.ts";
import {
  type AuthoredComment,
  countComments,
  countCommentsOf,
  findComment,
  insertComment,
  listComments,
  markCommentsRead,
  setCommentDeleted,
  updateComment,
} from "./annotation-comment.queries.ts";
import { findShownAnnotation } from "./find-shown-annotation.ts";
import { requestCommentMails } from "./send-comment-mails.ts";
import { findVisibleImage, type VisibleAnnotation } from "./visible-annotation.ts";

type Context = Pick<RouteContext, "db" | "siteId" | "caller">;

const noComment = () => notFoundOrNoAccess("Comment");

const presentComment = (row: AuthoredComment, readerId: number): AnnotationComment => ({
  id: row.id,
  annotationId: row.annotation_id,
  content: row.content,
  author: row.author,
  isUserOwner: row.author_id === readerId,
  isExpert: row.is_expert,
  isNew: row.is_new,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});

/** While a quiz asks about the slide, comments of others on the user's own annotation could contain the answer. */
function assertNotInQuiz({ image }: VisibleAnnotation): void {
  if (image.isInRunningQuiz) throw notAllowed("Comments are hidden while a quiz asks you about this slide.");
}

const mayComment = ({ who, row, image }: VisibleAnnotation): boolean =>
  !image.isInRunningQuiz && canCommentAnnotation(who, annotationFactsOf(row));

/** @throws AppError `notFound` if the caller is not allowed to read it, `forbidden` if another person wrote it. */
async function findOwn(context: Context, id: number, expectedState: "present" | "deleted"): Promise<AuthoredComment> {
  const { id: readerId } = context.caller.signedIn();
  const row = await findComment(context.db, context.siteId, { id, readerId });
  const isOwn = row?.author_id === readerId;
  if (!row || (row.deleted_at === null) !== (expectedState === "present") || (expectedState === "deleted" && !isOwn))
    throw noComment();
  // If the caller cannot see the annotation, the answer must be the same as for a comment that does not exist.
  const annotation = await findShownAnnotation(context, row.annotation_id).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === "notFound" ? noComment() : error;
  });
  assertNotInQuiz(annotation);
  if (!isOwn) throw notAllowed("You are not allowed to change this comment.");
  return row;
}

/** Call with the annotation's row locked. @throws AppError `conflict` if the thread is full. */
async function assertRoom({ db, siteId }: Context, annotationId: number): Promise<void> {
  if ((await countComments(db, siteId, annotationId)) < ANNOTATION_COMMENTS_MAX) return;
  throw new AppError("conflict", `The limit for an annotation is ${ANNOTATION_COMMENTS_MAX} comments.`, {
    codes: ["tooManyComments"],
  });
}

async function loadComment({ db, siteId, caller }: Context, id: number): Promise<AnnotationComment> {
  const { id: readerId } = caller.signedIn();
  const row = await findComment(db, siteId, { id, readerId });
  if (!row) throw noComment();
  return presentComment(row, readerId);
}

export const annotationCommentRoutes = [
  route(countAnnotationComments, async ({ db, siteId, caller }, { params: { itemId: imageId } }) => {
    const { isAnnotated, isInRunningQuiz } = await findVisibleImage(db, siteId, caller, imageId);
    if (isInRunningQuiz) return [];
    const who = await findAnnotationCaller(db, siteId, caller);
    const question = { imageId, filter: "all", who, isAnnotated } as const;
    return countCommentsOf(db, siteId, question, { readerId: who.id, most: ANNOTATIONS_LISTED_MAX });
  }),

  route(listAnnotationComments, async (context, { params: { id: annotationId } }) => {
    const { db, siteId, caller } = context;
    const annotation = await findShownAnnotation(context, annotationId);
    if (annotation.image.isInRunningQuiz) return { canComment: false, comments: [] };
    const { id: readerId } = caller.signedIn();
    const rows = await listComments(db, siteId, { annotationId, readerId });
    return { canComment: mayComment(annotation), comments: rows.map((row) => presentComment(row, readerId)) };
  }),

  route(createAnnotationComment, async (context, { params: { id: annotationId }, body: { content } }) => {
    const { db, siteId, caller } = context;
    await lockAnnotation(db, siteId, annotationId);
    const annotation = await findShownAnnotation(context, annotationId);
    assertNotInQuiz(annotation);
    if (!mayComment(annotation)) throw notAllowed("You are not allowed to comment on this annotation.");
    await assertRoom(context, annotationId);
    const id = await insertComment(db, siteId, {
      ...{ annotation_id: annotationId, content },
      author_id: caller.signedIn().id,
      is_expert: annotation.who.isExpert,
    });
    if (await requestCommentMails(db, siteId, annotationId)) context.afterCommit(() => context.platform.jobs.wake());
    return loadComment(context, id);
  }),

  route(markAnnotationCommentsRead, async (context, { params: { id: annotationId }, body: { lastCommentId } }) => {
    const { db, siteId, caller } = context;
    assertNotInQuiz(await findShownAnnotation(context, annotationId));
    const isThere = await markCommentsRead(db, siteId, { annotationId, readerId: caller.signedIn().id, lastCommentId });
    if (!isThere) throw noComment();
  }),

  route(updateAnnotationComment, async (context, { params: { id }, body: { content } }) => {
    const row = await findOwn(context, id, "present");
    if (row.content !== content) await updateComment(context.db, context.siteId, id, content);
    return loadComment(context, id);
  }),

  route(deleteAnnotationComment, async (context, { params: { id } }) => {
    await findOwn(context, id, "present");
    await setCommentDeleted(context.db, context.siteId, id, true);
  }),

  route(restoreAnnotationComment, async (context, { params: { id } }) => {
    const row = await findOwn(context, id, "deleted");
    await lockAnnotation(context.db, context.siteId, row.annotation_id);
    await assertRoom(context, row.annotation_id);
    await setCommentDeleted(context.db, context.siteId, id, false);
    return loadComment(context, id);
  }),
];
