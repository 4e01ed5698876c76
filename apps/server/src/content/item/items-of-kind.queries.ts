/** Items of one content type for lists and pickers: paged, newest first, for content managers. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { idsWithin, isOutsideBin } from "./placement.queries.ts";

export interface ItemSearch {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Part of a title, case-insensitive; empty: any. */
  readonly q: string;
  /** Only descendants of this folder, at any depth; undefined: all. */
  readonly folder?: number | undefined;
}

/** Additional search condition besides the title. @param pattern for `ilike`. */
export type AlsoFoundBy = (eb: ExpressionBuilder<Tables, "item">, pattern: string) => Expression<SqlBool>;

/** Base query, to be narrowed or joined. Items in the bin, directly or through their folder, are excluded. */
export function itemsOfKind(
  db: SiteDb,
  siteId: number,
  kind: ItemKind,
  { page, pageSize, q, folder }: ItemSearch,
  alsoFoundBy?: AlsoFoundBy,
): SelectQueryBuilder<Tables, "item", object> {
  const pattern = containing(q);
  return db
    .selectFrom("item")
    .where("item.site_id", "=", siteId)
    .where("item.kind", "=", kind)
    .where("item.deleted_at", "is", null)
    .where(isOutsideBin(siteId))
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([eb("item.title", "ilike", pattern), ...(alsoFoundBy ? [alsoFoundBy(eb, pattern)] : [])]),
      ),
    )
    .$if(folder !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("placement as place")
            .select("place.item_id")
            .where("place.site_id", "=", siteId)
            .whereRef("place.item_id", "=", "item.id")
            .where("place.parent_id", "in", idsWithin(siteId, folder as number)),
        ),
      ),
    )
    .orderBy("item.id", "desc")
    .limit(pageSize)
    .offset((Math.max(1, page) - 1) * pageSize);
}
