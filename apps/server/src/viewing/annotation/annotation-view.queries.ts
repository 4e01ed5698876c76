/** Annotations by viewport: counted first, so that shapes are read only if there are not too many. */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import { type AuthoredAnnotation, isCoarseForm, type OutlineForm, withNames } from "./annotation.queries.ts";
import { type AnnotationQuery, shownAnnotations, shownAnnotationsAmong } from "./annotation-visibility.ts";

/** Bounding boxes that share at least a border point with it; undefined: all. */
function isWithin(row: ExpressionBuilder<Tables, "annotation">, bounds: Bounds | undefined): Expression<SqlBool> {
  if (!bounds) return row.lit(true);
  return row.and([
    row("annotation.min_x", "<=", bounds.maxX),
    row("annotation.max_x", ">=", bounds.minX),
    row("annotation.min_y", "<=", bounds.maxY),
    row("annotation.max_y", ">=", bounds.minY),
  ]);
}

const sumWithin = (
  row: ExpressionBuilder<Tables, "annotation">,
  bounds: Bounds | undefined,
  bytes: Expression<number>,
) =>
  row.fn.coalesce(
    row.fn.sum<number>(bytes).filterWhere((inner) => isWithin(inner, bounds)),
    sql<number>`0`,
  );

interface CountsInView {
  readonly total: number;
  readonly inView: number;
  /** Bytes of the outlines in view, in the requested form. */
  readonly bytes: number;
  /** Bytes of their coarse forms, or of the drawn forms without one. */
  readonly coarseBytes: number;
}

/** @param bounds slide pixels; undefined: the whole slide. */
export async function countAnnotationsInView(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  bounds: Bounds | undefined,
  form: OutlineForm = "drawn",
): Promise<CountsInView> {
  const bytes = sql<number>`CASE WHEN ${isCoarseForm(form)} THEN annotation.coarse_bytes ELSE annotation.geometry_bytes END`;
  return shownAnnotations(db, siteId, question)
    .select((row) => [
      row.fn.countAll<number>().as("total"),
      row.fn
        .countAll<number>()
        .filterWhere((inner) => isWithin(inner, bounds))
        .as("inView"),
      sumWithin(row, bounds, bytes).as("bytes"),
      sumWithin(row, bounds, sql<number>`annotation.coarse_bytes`).as("coarseBytes"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * In the image's order.
 *
 * The IDs are read from the index alone: in a query that also reads the shapes, the planner scans the whole table,
 * since it assumes that the four sides of a box are independent.
 */
export async function listAnnotationsInView(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  bounds: Bounds | undefined,
  form: OutlineForm,
): Promise<AuthoredAnnotation[]> {
  const found = await shownAnnotations(db, siteId, question)
    .where((row) => isWithin(row, bounds))
    .select("annotation.id")
    .execute();
  const ids = found.map(({ id }) => id);
  return withNames(shownAnnotationsAmong(db, siteId, question, ids), form)
    .orderBy("annotation.position")
    .orderBy("annotation.id")
    .execute();
}

interface DensityCell {
  readonly column: number;
  readonly row: number;
  readonly count: number;
}

/**
 * Number of annotations per cell, by the centre of their bounding box; row by row. @param cellPx side of a cell, slide
 * pixels.
 */
export async function countAnnotationsByCell(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  bounds: Bounds | undefined,
  cellPx: number,
): Promise<DensityCell[]> {
  const cellOf = (low: "min_x" | "min_y", high: "max_x" | "max_y") =>
    sql<number>`floor((${sql.ref(`annotation.${low}`)} + ${sql.ref(`annotation.${high}`)}) / ${sql.lit(2 * cellPx)})::int`;
  const column = cellOf("min_x", "max_x");
  const row = cellOf("min_y", "max_y");
  return shownAnnotations(db, siteId, question)
    .where((inner) => isWithin(inner, bounds))
    .select((inner) => [column.as("column"), row.as("row"), inner.fn.countAll<number>().as("count")])
    .groupBy([column, row])
    .orderBy(row)
    .orderBy(column)
    .execute();
}
