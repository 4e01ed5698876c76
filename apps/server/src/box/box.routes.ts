import { type Box, type BoxTab, getBox, getBoxByPost, saveBox } from "@parfocal/core/box/box.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { findItem } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { findItemIdByPost, findTabs, writeTabs } from "./box.queries.ts";

const notThere = () => new AppError("notFound", "There is nothing here, or it is not for you.");

/** For those who do not manage content: active pages, and tabs that have any. */
function activeTabs(tabs: readonly BoxTab[]): BoxTab[] {
  return tabs
    .map(({ title, contentPages }) => ({ title, contentPages: contentPages.filter(({ isActive }) => isActive) }))
    .filter(({ contentPages }) => contentPages.length > 0);
}

async function loadBox({ db, siteId, caller }: RouteContext, id: number, kind: ItemKind): Promise<Box> {
  await findVisibleItem(db, { siteId, caller, id, kind });
  const tabs = await findTabs(db, siteId, id);
  return { tabs: caller.can("manageContent") ? tabs : activeTabs(tabs) };
}

export const boxRoutes = [
  route(getBox, (context, { params }) => loadBox(context, params.id, params.type)),

  route(getBoxByPost, async (context, { params: { id: postId, type: kind } }) => {
    const id = await findItemIdByPost(context.db, context.siteId, { postId, kind });
    if (id === undefined) throw notThere();
    return loadBox(context, id, kind);
  }),

  route(saveBox, async ({ db, siteId }, { params, body }) => {
    if (!(await findItem(db, siteId, params.id, params.type))) throw notThere();
    const tabs = body.tabs.map(({ title, contentPages }) => ({
      title,
      contentPages: contentPages.map((page) => ({ ...page, content: sanitiseRichText(page.content) })),
    }));
    await writeTabs(db, siteId, params.id, tabs);
    return { tabs };
  }),
];
