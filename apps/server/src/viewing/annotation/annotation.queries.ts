import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { lockFileOfImage } from "#image/image.queries.ts";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import type { AnnotationRow } from "./annotation.table.ts";
import { type AnnotationQuery, shownAnnotations } from "./annotation-visibility.ts";

/** With the names that the answer needs, and one of the two forms. */
export type AuthoredAnnotation = Omit<AnnotationRow, "coarse_geometry"> & {
  /** Whether `geometry` is the coarse form. */
  readonly is_coarse: boolean;
  readonly author: string;
  /** null: not reviewed. */
  readonly reviewer: string | null;
  /** null: not in the bin. */
  readonly deleter: string | null;
};

const nameOf = (row: ExpressionBuilder<Tables, "annotation">, column: "author_id" | "reviewed_by" | "deleted_by") =>
  row
    .selectFrom("site_user")
    .select("display_name")
    .whereRef("site_user.site_id", "=", "annotation.site_id")
    .whereRef("site_user.id", "=", `annotation.${column}`);

/** All columns except the two forms of the outline, of which only one is read. */
const COLUMNS = [
  "id",
  "site_id",
  "image_id",
  "author_id",
  "type_id",
  "title",
  "content",
  "link",
  "zoom",
  "geometry_bytes",
  "vertices",
  "coarse_px",
  "drawn_size_px",
  "coarse_bytes",
  "min_x",
  "min_y",
  "max_x",
  "max_y",
  "include_measurement",
  "is_student",
  "work_group_id",
  "is_converted",
  "is_student_marked",
  "position",
  "created_at",
  "updated_at",
  "deleted_at",
  "deleted_by",
  "review_state",
  "review_comment",
  "reviewed_by",
  "reviewed_at",
] as const satisfies readonly Exclude<keyof AnnotationRow, "geometry" | "coarse_geometry">[];

/**
 * Which form of outlines is read: `drawn`; `coarse` if there is one; or a number: the coarse form if its distance from
 * the drawn form is at most half of this number, in slide pixels.
 */
export type OutlineForm = "drawn" | "coarse" | number;

/** Whether the coarse form of a row is read. */
export function isCoarseForm(form: OutlineForm): RawBuilder<boolean> {
  if (form === "drawn") return sql<boolean>`false`;
  if (form === "coarse") return sql<boolean>`(annotation.coarse_px IS NOT NULL)`;
  return sql<boolean>`coalesce(annotation.coarse_px * 2 <= ${form}::float8, false)`;
}

/** All columns, with the names of people. */
export function withNames(query: ReturnType<typeof shownAnnotations>, form: OutlineForm = "drawn") {
  const isCoarse = isCoarseForm(form);
  const geometry =
    form === "drawn"
      ? sql<string>`annotation.geometry`
      : sql<string>`CASE WHEN ${isCoarse} THEN annotation.coarse_geometry ELSE annotation.geometry END`;
  return query
    .select(COLUMNS.map((name) => `annotation.${name}` as const))
    .select([geometry.as("geometry"), isCoarse.as("is_coarse")])
    .select((row) => [
      nameOf(row, "author_id").$asScalar().$notNull().as("author"),
      nameOf(row, "reviewed_by").as("reviewer"),
      nameOf(row, "deleted_by").as("deleter"),
    ]);
}

/** All rows of the query, in the image's order. */
export function listAnnotationsOf(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
): Promise<AuthoredAnnotation[]> {
  return withNames(shownAnnotations(db, siteId, question))
    .orderBy("annotation.position")
    .orderBy("annotation.id")
    .execute();
}

/** The first rows whose outlines together do not exceed the bytes; always at least one. */
export function firstWithin<Row extends { readonly bytes: number }>(rows: readonly Row[], maxBytes: number): Row[] {
  let bytes = 0;
  return rows.filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= maxBytes;
  });
}

/** undefined also if it is in the bin. */
export function findAnnotation(db: SiteDb, siteId: number, id: number): Promise<AuthoredAnnotation | undefined> {
  return withNames(db.selectFrom("annotation"))
    .where("annotation.site_id", "=", siteId)
    .where("annotation.id", "=", id)
    .where("annotation.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Locks its row until the transaction ends, so that no concurrent change is lost. */
export async function lockAnnotation(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .selectFrom("annotation")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
}

export interface AnnotationText {
  readonly type_id: number;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  readonly include_measurement: boolean;
}

export interface AnnotationPlace {
  readonly geometry: string;
  readonly coarse_geometry: string | null;
  readonly coarse_px: number | null;
  readonly drawn_size_px: number | null;
  readonly min_x: number;
  readonly min_y: number;
  readonly max_x: number;
  readonly max_y: number;
}

export interface NewAnnotation extends AnnotationText, AnnotationPlace {
  readonly image_id: number;
  readonly author_id: number;
  readonly is_student: boolean;
  /** Omitted: none. */
  readonly work_group_id?: number | null;
}

/** At the end of the image's order. */
export async function insertAnnotation(db: SiteDb, siteId: number, annotation: NewAnnotation): Promise<number> {
  // So that concurrent inserts get different positions.
  await lockFileOfImage(db, siteId, annotation.image_id);
  const { id } = await db
    .insertInto("annotation")
    .values((eb) => ({
      ...annotation,
      site_id: siteId,
      position: eb
        .selectFrom("annotation")
        .select(sql<number>`coalesce(max(position), 0) + 1`.as("next"))
        .where("site_id", "=", siteId)
        .where("image_id", "=", annotation.image_id),
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Rows per statement: a row has about fifteen values, a statement at most 65,535. */
const ROWS_AT_ONCE = 1000;

/** For an image without annotations, in the given order. */
export async function insertFirstAnnotations(
  db: SiteDb,
  siteId: number,
  annotations: readonly NewAnnotation[],
): Promise<void> {
  for (let first = 0; first < annotations.length; first += ROWS_AT_ONCE) {
    const rows = annotations.slice(first, first + ROWS_AT_ONCE);
    await db
      .insertInto("annotation")
      .values(rows.map((row, index) => ({ ...row, site_id: siteId, position: first + index + 1 })))
      .execute();
  }
}

export async function updateAnnotationRow(
  db: SiteDb,
  siteId: number,
  id: number,
  change: Partial<AnnotationText & AnnotationPlace>,
): Promise<void> {
  await db
    .updateTable("annotation")
    .set({ ...change, updated_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
