import type { Generated } from "kysely";

export interface EmbedTable {
  item_id: number;
  site_id: number;
  url: string;
  is_full_size_enabled: Generated<boolean>;
}
