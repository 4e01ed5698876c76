import type { ShareType } from "@parfocal/core/share/share-types.ts";
import type { ShareViewSettings } from "@parfocal/core/share/share-view.contract.ts";
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
  /** Degrees, clockwise. */
  rotation_deg: number | null;
  view_settings: ColumnType<ShareViewSettings | null, string | null, string | null>;
  /** For `sealText`; null: the token was not stored. */
  sealed_token: Buffer | null;
  opened_count: Generated<number>;
  last_opened_at: ColumnType<Date | null, never, Date>;
  created_at: ColumnType<Date, never, never>;
}
export type ShareRow = Selectable<ShareTable>;
