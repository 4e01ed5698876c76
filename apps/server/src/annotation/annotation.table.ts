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
  min_x: number;
  min_y: number;
  max_x: number;
  max_y: number;
  include_measurement: Generated<boolean>;
  is_student: boolean;
  is_converted: Generated<boolean>;
  is_student_marked: Generated<boolean>;
  /** Place in the image's order, from 1. */
  position: number;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type AnnotationRow = Selectable<AnnotationTable>;
