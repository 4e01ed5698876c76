import type { Generated } from "kysely";

export interface TextbookTable {
  item_id: number;
  site_id: number;
  diagnosis: Generated<string>;
  /** Attachment ID of its PDF, a child of the textbook; null: none yet. */
  attachment_id: number | null;
}
