import type { Generated } from "kysely";

export interface StaticPageTable {
  item_id: number;
  site_id: number;
  /** Formatted text, sanitized. */
  content: Generated<string>;
}
