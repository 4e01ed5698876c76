import { copyPage, createPage, getPage, type Page, updatePage } from "@parfocal/core/page/page.contract.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { addPlacedContent, type ContentQuery, changePlacedContent } from "#item/placed-content.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { loadShownContent } from "#share-access/shared-content.ts";
import { withTokenInText } from "#share-access/token-addresses.ts";
import type { Asker } from "#share-access/viewer.ts";
import { copyItemTo } from "#structure/copy-items.ts";
import { findPageContent, savePageContent } from "./page.queries.ts";

async function loadPage(db: SiteDb, question: Asker & Omit<ContentQuery, "kind">): Promise<Page> {
  const { placed, by } = await loadShownContent(db, { ...question, kind: "page" });
  const content = await findPageContent(db, question.siteId, question.id);
  return { ...placed, content: by ? withTokenInText(content, by.token) : content };
}

export const pageRoutes = [
  route(getPage, ({ db, siteId, caller, shareToken }, { params: { id }, query }) =>
    loadPage(db, { siteId, caller, shareToken, id, parentId: query.parent }),
  ),

  route(createPage, async ({ db, siteId, caller }, { body: { content, ...fields } }) => {
    const id = await addPlacedContent(db, siteId, { ...fields, kind: "page", createdBy: caller.signedIn().id });
    await savePageContent(db, siteId, id, sanitiseRichText(content));
    return loadPage(db, { siteId, caller, id, parentId: fields.parentId });
  }),

  route(updatePage, async ({ db, siteId, caller }, { params: { id }, body: { content, seen, ...changes } }) => {
    const cleaned = content === undefined ? undefined : sanitiseRichText(content);
    const { title, subtitle } = changes;
    const updated = { title, subtitle, content: cleaned };
    await assertItemSeen(db, siteId, { id, kind: "page" }, { seen, updated }, async () => ({
      content: await findPageContent(db, siteId, id),
    }));
    await changePlacedContent(db, siteId, { id, kind: "page" }, changes);
    if (cleaned !== undefined) await savePageContent(db, siteId, id, cleaned);
    return loadPage(db, { siteId, caller, id });
  }),

  route(copyPage, async ({ db, siteId, caller }, { body }) => {
    const id = await copyItemTo(db, siteId, { ...body, kind: "page", createdBy: caller.signedIn().id });
    return loadPage(db, { siteId, caller, id, parentId: body.parentId });
  }),
];
