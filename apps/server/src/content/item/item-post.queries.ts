/**
 * Posts of the host site that show items. Several posts can show the same item; a post shows one. Only those of the host
 * that the site has now count.
 */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** How the host of a post is stored. @param issuer home URL, with or without a slash at its end. */
const hostOf = (issuer: string): string => issuer.replace(/\/+$/, "");

const currentHost = (siteId: number) =>
  sql<string>`(SELECT rtrim(site.host_issuer, '/') FROM site WHERE site.id = ${siteId})`;

/** Post ID of the item in an outer query; null: none. The one with the lowest number, where there are several. */
export const postIdOf = (siteId: number): RawBuilder<number | null> => sql<number | null>`(
  SELECT min(item_post.post_id) FROM item_post
  WHERE item_post.site_id = ${siteId} AND item_post.item_id = item.id AND item_post.host = ${currentHost(siteId)})`;

/**
 * The item that a post of the host shows; else the item of that ID, if no post shows it. Posts and items are numbered
 * independently: the post counts first.
 *
 * @param kind omitted: any.
 */
export async function findItemIdByPost(
  db: SiteDb,
  siteId: number,
  { postId, kind }: { readonly postId: number; readonly kind?: ItemKind },
): Promise<number | undefined> {
  const shown = sql<boolean>`EXISTS (SELECT 1 FROM item_post WHERE item_post.site_id = ${siteId}
    AND item_post.post_id = ${postId} AND item_post.item_id = item.id AND item_post.host = ${currentHost(siteId)})`;
  const row = await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as ItemKind))
    .where("deleted_at", "is", null)
    .where(sql<boolean>`(${shown} OR (item.id = ${postId} AND ${postIdOf(siteId)} IS NULL))`)
    .orderBy(sql`(item.id = ${postId})`)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export interface PostOfItem {
  /** Home URL of the host. */
  readonly issuer: string;
  readonly postId: number;
  /** What it shows; null: nothing. An item that does not exist counts as nothing. */
  readonly shown: { readonly id: number; readonly kind: ItemKind } | null;
  /** When the host signed the message, s since the epoch. */
  readonly toldAtS: number;
}

/** Unless a message that was signed later has come before. */
export async function writePost(db: SiteDb, siteId: number, post: PostOfItem): Promise<void> {
  const { issuer, postId, shown, toldAtS } = post;
  const item =
    shown &&
    (await db
      .selectFrom("item")
      .select("id")
      .where("site_id", "=", siteId)
      .where("id", "=", shown.id)
      .where("kind", "=", shown.kind)
      .executeTakeFirst());
  const told = { item_id: item?.id ?? null, told_at: new Date(toldAtS * 1_000) };
  await db
    .insertInto("item_post")
    .values({ site_id: siteId, host: hostOf(issuer), post_id: postId, ...told })
    .onConflict((conflict) =>
      conflict.columns(["site_id", "host", "post_id"]).doUpdateSet(told).where("item_post.told_at", "<=", told.told_at),
    )
    .execute();
}

/** Those that show nothing any more, once no message from before can come. */
export async function deleteEmptyPosts(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("item_post")
    .where("site_id", "=", siteId)
    .where("item_id", "is", null)
    .where("told_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}
