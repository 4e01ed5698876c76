/** Progress of a course for its teachers: sums that do not identify learners (decision 0126). */
import { notFound } from "@parfocal/core/errors.ts";
import { COURSE_PROGRESS_PAGE_SIZE, type CourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { maskCount } from "@parfocal/core/progress/masked-count.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { countLearnersOfCourse, listProgressRows } from "./course-progress.queries.ts";

/** @throws AppError `notFound` if the course does not exist. */
export async function loadCourseProgress(
  db: SiteDb,
  siteId: number,
  { courseId, page }: { courseId: number; page: number },
): Promise<CourseProgress> {
  const course = await findItem(db, siteId, courseId, "course");
  if (!course) throw notFound("Course");
  const offset = (page - 1) * COURSE_PROGRESS_PAGE_SIZE;
  const rows = await listProgressRows(db, siteId, { courseId, offset, most: COURSE_PROGRESS_PAGE_SIZE });
  const learners = await countLearnersOfCourse(db, siteId, courseId);
  return {
    id: courseId,
    title: course.title,
    isSeenByLearners: learners !== null,
    learners: learners ?? 0,
    rows: rows.map(({ id, kind, title, parentIds, isHidden, viewed, finished, ...row }) => ({
      id,
      type: kind,
      title,
      depth: parentIds.length - 1,
      parentIds,
      isHidden,
      learners: row.learners,
      viewed: maskCount(viewed, row.learners ?? 0),
      finished: kind === "quiz" ? maskCount(finished, row.learners ?? 0) : null,
    })),
    total: rows[0]?.total ?? 0,
  };
}
