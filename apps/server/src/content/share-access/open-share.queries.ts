import type { Role } from "@parfocal/core/access/capabilities.ts";
import { type SqlBool, sql } from "kysely";
import { DEEPEST_NESTING } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime } from "#platform/db/site-time.ts";
import type { ShareRow } from "./share.table.ts";

type ShareFacts = Pick<
  ShareRow,
  | "id"
  | "share_type"
  | "item_id"
  | "requires_auth"
  | "hides_annotations"
  | "hides_slide_information"
  | "hides_toolbar"
  | "center_x"
  | "center_y"
  | "zoom"
  | "rotation_deg"
  | "view_settings"
>;

export interface OpenShareRow extends ShareFacts {
  /** In the site's time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly expirationDate: string | null;
  readonly creatorId: number;
  readonly creatorRole: Role;
  readonly expertsManageContent: boolean;
}

/** A share that is active, has not expired by the database's clock, and whose creator still has an account. */
export function findOpenShare(db: SiteDb, siteId: number, tokenSha256: Buffer): Promise<OpenShareRow | undefined> {
  return db
    .selectFrom("share")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "share.created_by").onRef("site_user.site_id", "=", "share.site_id"),
    )
    .innerJoin("site", "site.id", "share.site_id")
    .select([
      "share.id",
      "share.share_type",
      "share.item_id",
      "share.requires_auth",
      "share.hides_annotations",
      "share.hides_slide_information",
      "share.hides_toolbar",
      "share.center_x",
      "share.center_y",
      "share.zoom",
      "share.rotation_deg",
      "share.view_settings",
      "site_user.id as creatorId",
      "site_user.role as creatorRole",
      "site.experts_manage_content as expertsManageContent",
      inSiteTime(sql.ref("share.expires_at")).as("expirationDate"),
    ])
    .where("share.site_id", "=", siteId)
    .where("share.token_sha256", "=", tokenSha256)
    .where("share.is_active", "=", true)
    .where(sql<SqlBool>`(share.expires_at IS NULL OR share.expires_at > now())`)
    .where("site_user.is_suspended", "=", false)
    .where(sql<SqlBool>`(site_user.expires_at IS NULL OR site_user.expires_at > now())`)
    .executeTakeFirst();
}

/**
 * The paths from one item down to another through active placements in courses, folders and cases, the shortest first.
 */
export async function listActiveWaysWithin(
  db: SiteDb,
  siteId: number,
  { rootId, itemId }: { rootId: number; itemId: number },
): Promise<{ readonly ids: number[]; readonly isAnnotated: boolean }[]> {
  const { rows } = await sql<{ ids: number[]; isAnnotated: boolean }>`
    WITH RECURSIVE up AS (
      SELECT ${itemId}::bigint AS top, ARRAY[${itemId}::bigint] AS ids, true AS annotations_active
      UNION ALL
      SELECT parent.id, parent.id || up.ids,
        CASE WHEN cardinality(up.ids) = 1 THEN placement.annotations_active ELSE up.annotations_active END
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.top AND placement.is_active
      JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id AND parent.deleted_at IS NULL
        AND parent.kind IN ('course', 'folder', 'case')
      WHERE cardinality(up.ids) <= ${DEEPEST_NESTING} AND up.top <> ${rootId} AND NOT parent.id = ANY (up.ids)
    )
    SELECT ids, annotations_active AS "isAnnotated" FROM up WHERE top = ${rootId} ORDER BY cardinality(ids), ids
  `.execute(db);
  return rows.map(({ ids, isAnnotated }) => ({ ids: ids.map(Number), isAnnotated }));
}
