import type { RegionKind } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { AnalyserName, CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface CellAnalysisTable {
  id: Generated<number>;
  site_id: number;
  image_id: number;
  /** The analysed file. */
  slide_file_id: number;
  author_id: number;
  name: string;
  analyser: AnalyserName;
  settings: ColumnType<CellSettings, string, never>;
  region_kind: RegionKind;
  /** WKT, slide pixels, y down. */
  geometry: string;
  area_um2: number;
  /** Of the analysed image. */
  um_per_px: number;
  state: Generated<CellAnalysis["state"]>;
  failure: ColumnType<CellAnalysis["failure"], never, CellAnalysis["failure"]>;
  /** Page of an external service that shows the result. */
  service_page: ColumnType<string | null, never, string | null>;
  tile_count: number;
  tiles_done: Generated<number>;
  nucleus_count: Generated<number>;
  summary: ColumnType<NucleiSummary | null, never, string>;
  corrections: ColumnType<Corrections, never, string>;
  version: Generated<number>;
  /** Learners see it after saving a count of their own. */
  is_count_first: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  /** null: not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type CellAnalysisRow = Selectable<CellAnalysisTable>;

export interface CellAnalysisTileTable {
  site_id: number;
  analysis_id: number;
  tile: number;
  nucleus_count: number;
  nuclei: Buffer;
}

/** A learner's manual count in the region of a result. */
export interface CellAnalysisCountTable {
  site_id: number;
  analysis_id: number;
  user_id: number;
  positive_count: number;
  negative_count: number;
  other_count: number;
  created_at: ColumnType<Date, never, never>;
}
