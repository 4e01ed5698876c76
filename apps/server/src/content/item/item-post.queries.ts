/**
 * Posts of the host site that show items. Several posts can show the same item; a post shows at most one. Only posts of
 * the site's current host are used.
 */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** The stored form of a host. @param issuer home URL, with or without a trailing slash. */
export const hostOf = (issuer: string): string => issuer.replace(/\/+$/, "");

const currentHost = (siteId: number) =>
  sql<string>`(SELECT rtrim(site.host_issuer, '/') FROM site WHERE site.id = ${siteId})`;

/** Post ID of the item in an outer query; null if there is none. If there are several, the lowest. */
export const postIdOf = (siteId: number): RawBuilder<number | null> => sql<number | null>`(
  SELECT min(item_post.post_id) FROM item_post
  WHERE item_post.site_id = ${siteId} AND item_post.item_id = item.id AND item_post.host = ${currentHost(siteId)})`;

/**
 * The item that a post of the host shows; otherwise the item with this ID, if no post shows that item. Posts and items
 * are numbered independently: posts take precedence.
 *
 * @param kind omitted: any.
 */
export async function findItemIdByPost(
  db: SiteDb,
  siteId: number,
  { postId, kind }: { readonly postId: number; readonly kind?: ItemKind },
): Promise<number | undefined> {
  const shown = sql<number | null>`(SELECT item_post.item_id FROM item_post WHERE item_post.site_id = ${siteId}
    AND item_post.post_id = ${postId} AND item_post.host = ${currentHost(siteId)})`;
  const row = await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as ItemKind))
    .where("deleted_at", "is", null)
    .where(sql<boolean>`item.id IN (${shown}, ${postId})`)
    .where(sql<boolean>`(item.id = ${shown} OR ${postIdOf(siteId)} IS NULL)`)
    .orderBy(sql`(item.id = ${postId})`)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

interface PostOfItem {
  /** Home URL of the host. */
  readonly issuer: string;
  readonly postId: number;
  /** The item that it shows; null if there is none, or if the item does not exist. */
  readonly shown: { readonly id: number; readonly kind: ItemKind } | null;
  /** When the host signed the message, s since the epoch. */
  readonly signedAtS: number;
}

/** Does nothing if a message that was signed later has already arrived. */
export async function writePost(db: SiteDb, siteId: number, post: PostOfItem): Promise<void> {
  const { issuer, postId, shown, signedAtS } = post;
  const item =
    shown &&
    (await db
      .selectFrom("item")
      .select("id")
      .where("site_id", "=", siteId)
      .where("id", "=", shown.id)
      .where("kind", "=", shown.kind)
      .executeTakeFirst());
  const state = { item_id: item?.id ?? null, signed_at: new Date(signedAtS * 1_000) };
  await db
    .insertInto("item_post")
    .values({ site_id: siteId, host: hostOf(issuer), post_id: postId, ...state })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "host", "post_id"])
        .doUpdateSet(state)
        .where("item_post.signed_at", "<=", state.signed_at),
    )
    .execute();
}

/** Deletes posts that no longer show an item, once no earlier message can arrive. */
export async function deleteEmptyPosts(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("item_post")
    .where("site_id", "=", siteId)
    .where("item_id", "is", null)
    .where("signed_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}
