import type { ExternalTiles } from "@parfocal/core/image/external-tiles.ts";
import type { ScanFacts } from "@parfocal/slides/scan-facts/scan-facts.ts";
import type {
  AssociatedImage,
  OrientationDeg,
  SlideFormat,
  SlideLevel,
  SlidePlanes,
} from "@parfocal/slides/slide-source.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface SlideFileTable {
  id: Generated<number>;
  site_id: number;
  sha256: string;
  bytes: number;
  original_filename: string;
  state: "processing" | "ready" | "failed" | "missing";
  version: Generated<number>;
  format: ColumnType<SlideFormat | "", SlideFormat | "" | undefined, SlideFormat | "">;
  width: ColumnType<number | null, number | null | undefined, number | null>;
  height: ColumnType<number | null, number | null | undefined, number | null>;
  pixel_size_x_um: ColumnType<number | null, number | null | undefined, number | null>;
  pixel_size_y_um: ColumnType<number | null, number | null | undefined, number | null>;
  objective_power: ColumnType<number | null, number | null | undefined, number | null>;
  orientation_deg: ColumnType<OrientationDeg, OrientationDeg | undefined, OrientationDeg>;
  levels: ColumnType<SlideLevel[], string | undefined, string>;
  associated_images: ColumnType<AssociatedImage[], string | undefined, string>;
  planes: ColumnType<SlidePlanes | null, string | null | undefined, string | null>;
  properties: ColumnType<Record<string, string>, string | undefined, string>;
  /** Where external tiles are: then there is no file here, and the levels follow from this. */
  external_tiles: ColumnType<ExternalTiles | null, string | undefined, never>;
  /** null: not probed yet. */
  scan_facts: ColumnType<ScanFacts | null, never, string>;
  /** From the file's metadata, or read from its label image. */
  barcode: ColumnType<string | null, never, string | null>;
  /** When patient data was last removed from the stored file. */
  deidentified_at: ColumnType<Date | null, never, Date>;
  is_deidentification_wanted: ColumnType<boolean, boolean | undefined, boolean>;
  /** Whether a person entered the pixel size or the rotation: it is kept when the file is probed again. */
  is_pixel_size_set: Generated<boolean>;
  is_orientation_set: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
export type SlideFileRow = Selectable<SlideFileTable>;

export interface ImageTable {
  item_id: number;
  site_id: number;
  slide_file_id: number;
  center_x: ColumnType<number | null, number | null | undefined, number | null>;
  center_y: ColumnType<number | null, number | null | undefined, number | null>;
  zoom: ColumnType<number | null, number | null | undefined, number | null>;
  rotation_deg: Generated<number>;
}

/** A thumbnail that an editor took. */
export interface ImageThumbnailTable {
  /** Part of its URL: each new thumbnail has a new number. */
  id: Generated<number>;
  site_id: number;
  image_id: number;
  jpeg: Buffer;
  created_at: ColumnType<Date, never, never>;
}
