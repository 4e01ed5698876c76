import type { RadiologyFault, SeriesFault } from "@parfocal/core/radiology/radiology.contract.ts";
import type { BodyPlane } from "@parfocal/slides/radiology/radiology-facts.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

/** Contents of one zip file, shared by an item and its copies. */
export interface RadiologyStudyTable {
  id: Generated<number>;
  site_id: number;
  state: Generated<"checking" | "ready" | "failed">;
  error: string | null;
  fault: RadiologyFault | null;
  /** Number of files in the zip that were skipped. */
  ignored_count: Generated<number>;
  /** The upload, until it is deleted. */
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
  /** From 1, in display order. */
  number: number;
  modality: string;
  /** Free text. */
  description: string;
  plane: BodyPlane | null;
  instance_count: number;
  frame_count: number;
  pixel_rows: number;
  pixel_columns: number;
  /** Row spacing, column spacing. */
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
  /** From 1, across all series. */
  number: number;
  series_number: number;
  frames: number;
  /** Position in the instance file. */
  byte_offset: number;
  bytes: number;
}
export type RadiologyInstanceRow = Selectable<RadiologyInstanceTable>;
