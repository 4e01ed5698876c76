/**
 * Which of an image's annotations a caller is shown, as conditions of a query: the same rules as
 * `core/annotation/annotation-access.ts`, which a test compares row by row.
 */
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import type { AnnotationTable } from "./annotation.table.ts";

export interface AnnotationQuery {
  readonly imageId: number;
  readonly filter: AnnotationFilter;
  readonly who: AnnotationCaller;
  /** Whether annotations are shown to learners at some place through which the caller comes. */
  readonly isAnnotated: boolean;
  /** Only those of this author. */
  readonly userId?: number | undefined;
  /** Of the filter `workgroup`: the chosen one, of which the caller is a member; left out: nothing is found. */
  readonly workGroupId?: number | undefined;
  /** Only this one. */
  readonly annotationId?: number | undefined;
}

type Row = ExpressionBuilder<Tables, "annotation">;
type Condition = (row: Row, question: Pick<AnnotationQuery, "who" | "workGroupId">) => Expression<SqlBool>;

const isOwn: Condition = (row, { who }) => row("annotation.author_id", "=", who.id);
const isOfNoGroup: Condition = (row) => row("annotation.work_group_id", "is", null);
const isStudents: Condition = (row, question) =>
  row.and([row("annotation.is_student", "=", true), isOfNoGroup(row, question)]);
const isExperts: Condition = (row, question) =>
  row.and([row("annotation.is_student", "=", false), isOfNoGroup(row, question)]);
const isOfChosenGroup: Condition = (row, { workGroupId }) =>
  workGroupId === undefined ? row.lit(false) : row("annotation.work_group_id", "=", workGroupId);
const isOfCallersGroup: Condition = (row, { who }) =>
  row("annotation.work_group_id", "=", sql<number>`ANY(${who.workGroupIds}::bigint[])`);
const isAny: Condition = (row) => row.lit(true);
const isNone: Condition = (row) => row.lit(false);

const FILTERS: Readonly<Record<AnnotationFilter, Condition>> = {
  all: isAny,
  expert: isExperts,
  student: isStudents,
  mine: isOwn,
  none: isNone,
  workgroup: isOfChosenGroup,
};

/** Of what no work group drew. */
function isForAll(row: Row, question: AnnotationQuery): Expression<SqlBool> {
  if (question.who.isExpert) return row.lit(true);
  return question.isAnnotated ? row.or([isExperts(row, question), isOwn(row, question)]) : isOwn(row, question);
}

/** A work group's annotations are visible to its members only, whatever is hidden from learners. */
function isVisible(row: Row, question: AnnotationQuery): Expression<SqlBool> {
  const isPublic = row.and([isOfNoGroup(row, question), isForAll(row, question)]);
  return question.who.workGroupIds.length === 0 ? isPublic : row.or([isPublic, isOfCallersGroup(row, question)]);
}

/** Who may see what at all, and then the filter. */
function isShown(row: Row, question: AnnotationQuery): Expression<SqlBool> {
  const conditions = [isVisible(row, question), FILTERS[question.filter](row, question)];
  if (question.userId !== undefined) conditions.push(row("annotation.author_id", "=", question.userId));
  if (question.annotationId !== undefined) conditions.push(row("annotation.id", "=", question.annotationId));
  return row.and(conditions);
}

type Annotations = SelectQueryBuilder<Tables, "annotation", object>;

const whereShown = (rows: Annotations, siteId: number, question: AnnotationQuery): Annotations =>
  rows
    .where("annotation.site_id", "=", siteId)
    .where("annotation.image_id", "=", question.imageId)
    .where("annotation.deleted_at", "is", null)
    .where((row) => isShown(row, question));

/** The rows that a question is about, and nothing of them selected yet. */
export const shownAnnotations = (db: SiteDb, siteId: number, question: AnnotationQuery): Annotations =>
  whereShown(db.selectFrom("annotation"), siteId, question);

/**
 * Those of them that have one of these ids, looked up id by id.
 *
 * The LIMIT keeps the image out of the choice of an index: as long as the table has no statistics, which is so for a
 * minute after an import, PostgreSQL takes an image for one row, and would read all of its 100,000 to find a few. The
 * range and its order do the same for the site: of one that the statistics do not know yet, all rows would be read for
 * each id, since an index by site seems no dearer than the one by id; but only that one is in the order of the ids.
 */
export function shownAnnotationsAmong(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  ids: readonly number[],
): Annotations {
  const found = sql<AnnotationTable>`(
    SELECT found.* FROM unnest(${ids}::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT * FROM annotation
      WHERE site_id = ${siteId} AND id BETWEEN wanted.id AND wanted.id ORDER BY id LIMIT 1
    ) AS found
  )`;
  return whereShown(db.selectFrom(found.as("annotation")), siteId, question);
}
