import type { RadiologyFault, SeriesFault } from "@parfocal/core/radiology/radiology.contract.ts";
import type { BodyPlane } from "@parfocal/slides/radiology/radiology-facts.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

/** What came in one zip: shared by an item and its copies. */
export interface RadiologyStudyTable {
  id: Generated<number>;
  site_id: number;
  state: Generated<"checking" | "ready" | "failed">;
  error: string | null;
  fault: RadiologyFault | null;
  /** Files of the zip that were left out. */
  ignored_count: Generated<number>;
  /** What it is made of, until that is thrown away. */
  upload_id: number | null;
  created_at: ColumnType<Date, never, never>;
}
export type RadiologyStudyRow = Selectable<RadiologyStudyTable>;

export interface RadiologyTable {
  item_id: number;
  site_id: number;
  study_id: number;
}

export interface RadiologySeriesTable {
  site_id: number;
  study_id: number;
  /** From 1, in the order that they are shown. */
  number: number;
  modality: string;
  /** Free text. */
  description: string;
  plane: BodyPlane | null;
  instance_count: number;
  frame_count: number;
  pixel_rows: number;
  pixel_columns: number;
  /** Row to row, column to column. */
  pixel_spacing_mm: number[] | null;
  slice_spacing_mm: number | null;
  fault: SeriesFault | null;
  may_show_names: boolean;
  is_hidden: boolean;
  has_thumbnail: boolean;
}
export type RadiologySeriesRow = Selectable<RadiologySeriesTable>;

export interface RadiologyInstanceTable {
  site_id: number;
  study_id: number;
  /** From 1, through all series. */
  number: number;
  series_number: number;
  frames: number;
  /** Where in the file of instances it lies. */
  byte_offset: number;
  bytes: number;
}
export type RadiologyInstanceRow = Selectable<RadiologyInstanceTable>;
