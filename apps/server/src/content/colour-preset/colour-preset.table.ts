import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface ColourPresetTable {
  id: Generated<number>;
  site_id: number;
  image_id: number;
  name: string;
  colour: ColumnType<ColourAdjustment, string, string>;
  is_default: boolean;
  created_at: ColumnType<Date, never, never>;
}
export type ColourPresetRow = Selectable<ColourPresetTable>;
