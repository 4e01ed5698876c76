/** Items of one kind as lists and pickers ask for them: a page at a time, newest first, for those who manage content. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { idsWithin, isOutsideBin } from "./placement.queries.ts";

export interface ItemSearch {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Part of a title, whatever the case; empty: any. */
  readonly q: string;
  /** Only those that lie in this, however deep; undefined: everywhere. */
  readonly folder?: number | undefined;
}

/** What else than its title an item is found by. @param pattern for `ilike`. */
export type AlsoFoundBy = (eb: ExpressionBuilder<Tables, "item">, pattern: string) => Expression<SqlBool>;

/** To be narrowed, or to be asked for more than an item has. What is in the bin, itself or with its folder, is left out. */
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
