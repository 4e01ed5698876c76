/**
 * Turns a student's annotation into an expert annotation: by converting it, or by publishing a copy.
 *
 * Source: spec decisions, "Roles". Each is possible once: a published copy already exists, and a converted annotation
 * is no longer a student's. Call with the annotation's row locked.
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type AuthoredAnnotation, insertAnnotation } from "./annotation.queries.ts";
import { placeOfGeometry } from "./annotation-geometry.ts";
import { updateReview } from "./annotation-review.queries.ts";
import { insertNextVersion } from "./annotation-version.queries.ts";
import { changeAnnotation } from "./change-annotation.ts";

type Rejection = readonly [isRejected: boolean, code: string, message: string];

/** @throws AppError `conflict` if it is not a student's annotation that can still be accepted. */
export function assertAcceptable(row: AuthoredAnnotation): void {
  const rejections: readonly Rejection[] = [
    [row.is_converted, "alreadyConverted", "This annotation has already been converted to an expert annotation."],
    [row.is_student_marked, "alreadyPublished", "This annotation has already been published as an expert annotation."],
    [!row.is_student, "notStudent", "This is not a student's annotation."],
    [row.work_group_id !== null, "ofWorkGroup", "This annotation belongs to a work group."],
  ];
  const rejection = rejections.find(([isRejected]) => isRejected);
  if (rejection) throw new AppError("conflict", rejection[2], { codes: [rejection[1]] });
}

const accepted = (reviewerId: number) => ({ state: "accepted", comment: "", reviewerId }) as const;

/** The annotation itself becomes an expert annotation; its author is kept. */
export async function convertAnnotation(
  db: SiteDb,
  siteId: number,
  { row, expertId }: { row: AuthoredAnnotation; expertId: number },
): Promise<void> {
  assertAcceptable(row);
  await changeAnnotation(db, siteId, { id: row.id, change: "converted", changedBy: expertId }, () =>
    updateReview(db, siteId, row.id, accepted(expertId), { is_student: false, is_converted: true }),
  );
}

/**
 * The annotation remains its author's and is marked as published; an expert copy is added at the end of the order.
 *
 * @returns ID of the copy, whose author is the expert.
 */
export async function publishAnnotation(
  db: SiteDb,
  siteId: number,
  { row, expertId }: { row: AuthoredAnnotation; expertId: number },
): Promise<number> {
  assertAcceptable(row);
  await changeAnnotation(db, siteId, { id: row.id, change: "published", changedBy: expertId }, () =>
    updateReview(db, siteId, row.id, accepted(expertId), { is_student_marked: true }),
  );
  const { image_id, type_id, title, content, link, zoom, include_measurement } = row;
  const copyId = await insertAnnotation(db, siteId, {
    ...{ image_id, type_id, title, content, link, zoom, include_measurement },
    ...placeOfGeometry(row.geometry),
    author_id: expertId,
    is_student: false,
  });
  await insertNextVersion(db, siteId, copyId, { change: "published", changedBy: expertId });
  return copyId;
}
