import type { Generated } from "kysely";

export interface TextbookTable {
  item_id: number;
  site_id: number;
  diagnosis: Generated<string>;
  /** Its PDF, which lies in it; null: none yet. */
  attachment_id: number | null;
}
