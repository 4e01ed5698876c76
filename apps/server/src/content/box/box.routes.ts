import { type Box, type BoxTab, getBox, getBoxByPost, saveBox } from "@parfocal/core/box/box.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { findItemIdByPost } from "#item/item-post.queries.ts";
import { lockItems } from "#item/placement.queries.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { assertSeen, versionOf } from "#platform/http/version-of.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { findTabs, writeTabs } from "./box.queries.ts";

/** For callers who do not manage content: active pages, and the tabs that contain any. */
function activeTabs(tabs: readonly BoxTab[]): BoxTab[] {
  return tabs
    .map(({ title, contentPages }) => ({ title, contentPages: contentPages.filter(({ isActive }) => isActive) }))
    .filter(({ contentPages }) => contentPages.length > 0);
}

const presentBox = (tabs: BoxTab[]) => ({ tabs, version: versionOf(tabs) });

async function loadBox({ db, siteId, caller }: RouteContext, id: number, kind: ItemKind): Promise<Box> {
  await findVisibleItem(db, { siteId, caller, id, kind });
  const tabs = await findTabs(db, siteId, id);
  return caller.can("manageContent") ? presentBox(tabs) : { tabs: activeTabs(tabs) };
}

export const boxRoutes = [
  route(getBox, (context, { params }) => loadBox(context, params.id, params.type)),

  route(getBoxByPost, async (context, { params: { id: postId, type: kind } }) => {
    const id = await findItemIdByPost(context.db, context.siteId, { postId, kind });
    if (id === undefined) throw notFoundOrNoAccess();
    return loadBox(context, id, kind);
  }),

  route(saveBox, async ({ db, siteId }, { params, body }) => {
    // Serializes concurrent changes of an item's boxes, even if it has none yet.
    const item = (await lockItems(db, siteId, [params.id])).get(params.id);
    if (item?.kind !== params.type) throw notFoundOrNoAccess();
    const tabs = body.tabs.map(({ title, contentPages }) => ({
      title,
      contentPages: contentPages.map((page) => ({ ...page, content: sanitiseRichText(page.content) })),
    }));
    const before = presentBox(await findTabs(db, siteId, params.id));
    await writeTabs(db, siteId, params.id, tabs);
    // As returned by the database, so that the version equals that of the next read.
    const after = presentBox(await findTabs(db, siteId, params.id));
    // A repeated request whose response was lost finds its content already stored.
    if (after.version !== before.version) assertSeen(body.version, before.version, "these content boxes");
    return after;
  }),
];
