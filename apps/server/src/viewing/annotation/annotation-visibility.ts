/**
 * Which annotations of an image a caller can see, as query conditions: the same rules as
 * `core/annotation/annotation-access.ts`. A test compares both row by row.
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
  /** Whether annotations are shown to learners in a placement that the caller can reach. */
  readonly isAnnotated: boolean;
  /** Only those of this author. */
  readonly userId?: number | undefined;
  /** For the filter `workgroup`: the selected group, of which the caller is a member; omitted: nothing is found. */
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

/** Annotations outside work groups. */
function isForAll(row: Row, question: AnnotationQuery): Expression<SqlBool> {
  if (question.who.isExpert) return row.lit(true);
  return question.isAnnotated ? row.or([isExperts(row, question), isOwn(row, question)]) : isOwn(row, question);
}

/** A work group's annotations are visible to its members only, even if annotations are hidden from learners. */
function isVisible(row: Row, question: AnnotationQuery): Expression<SqlBool> {
  const isPublic = row.and([isOfNoGroup(row, question), isForAll(row, question)]);
  return question.who.workGroupIds.length === 0 ? isPublic : row.or([isPublic, isOfCallersGroup(row, question)]);
}

/** Access rules first, then the filter. */
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

/** The rows of the query, without selected columns. */
export const shownAnnotations = (db: SiteDb, siteId: number, question: AnnotationQuery): Annotations =>
  whereShown(db.selectFrom("annotation"), siteId, question);

/**
 * The rows with one of these IDs, looked up one ID after the other.
 *
 * The LIMIT prevents the planner from using an index on the image: while the table has no statistics, for about a
 * minute after an import, PostgreSQL estimates one row per image and would read all 100,000 to find a few. The range
 * and its order do the same for the site: for a site without statistics all rows would be read for each ID, since an
 * index on the site seems as cheap as the one on the ID; only the latter is ordered by ID.
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
