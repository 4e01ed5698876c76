import type { ShareType } from "@parfocal/core/share/share-types.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface ShareTable {
  id: Generated<number>;
  site_id: number;
  share_type: ShareType;
  item_id: number;
  created_by: number;
  token_sha256: Buffer;
  is_active: boolean;
  requires_auth: boolean;
  hides_annotations: boolean;
  hides_slide_information: boolean;
  hides_toolbar: boolean;
  expires_at: ColumnType<Date | null, Date | null, Date | null>;
  center_x: number | null;
  center_y: number | null;
  zoom: number | null;
  created_at: ColumnType<Date, never, never>;
}
export type ShareRow = Selectable<ShareTable>;
