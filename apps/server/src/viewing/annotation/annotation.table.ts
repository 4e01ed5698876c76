import type { ColumnType, Generated, Selectable } from "kysely";

export interface AnnotationTable {
  id: Generated<number>;
  site_id: number;
  image_id: number;
  author_id: number;
  type_id: number;
  title: string;
  content: string;
  link: string;
  zoom: number | null;
  /** WKT in full-resolution slide pixels, y down. */
  geometry: string;
  /** Size and number of vertices of `geometry`; maintained by the database. */
  geometry_bytes: ColumnType<number, never, never>;
  vertices: ColumnType<number, never, never>;
  /** Simplified `geometry` for views; null: it is small itself, or was written before coarse forms existed. */
  coarse_geometry: ColumnType<string | null, string | null | undefined, string | null>;
  /** Maximum distance of the coarse form from `geometry`, slide pixels; null without one. */
  coarse_px: ColumnType<number | null, number | null | undefined, number | null>;
  /** Of `geometry`: px of lines, px² of areas; null: without a coarse form, or nothing to measure. */
  drawn_size_px: ColumnType<number | null, number | null | undefined, number | null>;
  /** Bytes of the coarse form, or of `geometry` without one; maintained by the database. */
  coarse_bytes: ColumnType<number, never, never>;
  min_x: number;
  min_y: number;
  max_x: number;
  max_y: number;
  include_measurement: Generated<boolean>;
  is_student: boolean;
  /** null: not drawn in a work group. */
  work_group_id: ColumnType<number | null, number | null | undefined, never>;
  is_converted: Generated<boolean>;
  is_student_marked: Generated<boolean>;
  /** Position in the image's order, from 1. */
  position: number;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  /** null: not in the bin. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
  deleted_by: ColumnType<number | null, never, number | null>;
  /**
   * An expert's decision about a student's annotation; null: none yet, and then the other three columns are null too.
   */
  review_state: ColumnType<"accepted" | "declined" | null, never, "accepted" | "declined" | null>;
  /** Empty: none. */
  review_comment: ColumnType<string, never, string>;
  reviewed_by: ColumnType<number | null, never, number | null>;
  reviewed_at: ColumnType<Date | null, never, Date | null>;
}
export type AnnotationRow = Selectable<AnnotationTable>;
