/** A post of the site's host that shows an item. */
import type { TestSite } from "./build-site.ts";

export async function buildPost(
  { id: siteId, server }: TestSite,
  { postId, itemId, issuer = "" }: { readonly postId: number; readonly itemId: number; readonly issuer?: string },
): Promise<void> {
  await server.owner
    .insertInto("item_post")
    .values({ site_id: siteId, host: issuer, post_id: postId, item_id: itemId, signed_at: new Date() })
    .onConflict((conflict) => conflict.columns(["site_id", "host", "post_id"]).doUpdateSet({ item_id: itemId }))
    .execute();
}
