import type { AnnotationVersion } from "@parfocal/core/annotation/annotation.contract.ts";
import type { ColumnType, Selectable } from "kysely";

export interface AnnotationVersionTable {
  site_id: number;
  annotation_id: number;
  /** From 1. An annotation that was never changed has no rows: its own row is the first version. */
  version: number;
  changed_at: ColumnType<Date, Date | undefined, never>;
  changed_by: number;
  change: AnnotationVersion["change"];
  type_id: number;
  title: string;
  content: string;
  link: string;
  zoom: number | null;
  /** WKT in full-resolution slide pixels, y down. */
  geometry: string;
  include_measurement: boolean;
}
export type AnnotationVersionRow = Selectable<AnnotationVersionTable>;
