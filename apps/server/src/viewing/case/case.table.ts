import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface SlideCaseTable {
  item_id: number;
  site_id: number;
  diagnosis: Generated<string>;
  collapses_diagnosis: Generated<boolean>;
  layout_columns: number;
  layout_rows: number;
}
export type SlideCaseRow = Selectable<SlideCaseTable>;

/** The binding and view of a slide in a case. */
export interface CaseItemTable {
  site_id: number;
  case_id: number;
  image_id: number;
  /** Slide pixels; null: the slide's own view, and not bound. */
  center_x: number | null;
  center_y: number | null;
  zoom: number | null;
  /** Multiple of 45, 0 to 315. */
  rotation_deg: number;
  /** By number; null: this slide has no point with that number. */
  bound_points: ColumnType<(SlidePoint | null)[], string, string>;
}
