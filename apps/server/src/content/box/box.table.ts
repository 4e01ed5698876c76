import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import type { ColumnType } from "kysely";

export interface ContentBoxTable {
  item_id: number;
  site_id: number;
  tabs: ColumnType<BoxTab[], string, string>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}
