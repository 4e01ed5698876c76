import type { BackgroundPosition, BackgroundStyle, DisplayStyle } from "@parfocal/core/item/item-appearance.ts";
import type { Generated, Selectable } from "kysely";

export interface ItemLookTable {
  item_id: number;
  site_id: number;
  /** Null: chosen automatically. */
  thumbnail_media_id: number | null;
  /** `#rrggbb`; null: none. */
  background: string | null;
  background_media_id: number | null;
  background_position: Generated<BackgroundPosition>;
  background_style: Generated<BackgroundStyle>;
  display_style: Generated<DisplayStyle>;
}
export type ItemLookRow = Selectable<ItemLookTable>;
