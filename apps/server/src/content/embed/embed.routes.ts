import { createEmbed, type Embed, getEmbed, updateEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { readEmbedUrl } from "@parfocal/core/site/embed-url.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { addPlacedContent, type ContentQuery, changePlacedContent } from "#item/placed-content.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { loadShownContent } from "#share-access/shared-content.ts";
import type { Asker } from "#share-access/viewer.ts";
import { findEmbedHosts } from "#site/site.queries.ts";
import { findEmbedFacts, insertEmbedFacts, updateEmbedFacts } from "./embed.queries.ts";
import { assertMayEmbed, ownHostsOf } from "./embed-policy.ts";

async function loadEmbed(db: SiteDb, question: Asker & Omit<ContentQuery, "kind">): Promise<Embed> {
  const { siteId, id } = question;
  const { item, placed } = await loadShownContent(db, { ...question, kind: "embed" });
  const facts = await findEmbedFacts(db, siteId, id);
  if (!facts) throw notFoundOrNoAccess();
  const { host } = readEmbedUrl(facts.url);
  return {
    ...placed,
    url: facts.url,
    isHostAllowed: host !== null && (await findEmbedHosts(db, siteId)).includes(host),
    description: item.description,
    isFullSizeEnabled: facts.is_full_size_enabled,
  };
}

export const embedRoutes = [
  route(getEmbed, ({ db, siteId, caller, shareToken }, { params: { id }, query }) =>
    loadEmbed(db, { siteId, caller, shareToken, id, parentId: query.parent }),
  ),

  route(createEmbed, async ({ db, siteId, site, caller, request }, { body }) => {
    const { url, isFullSizeEnabled, ...fields } = body;
    await assertMayEmbed(db, { siteId, url, ownHosts: ownHostsOf(request, site.origins) });
    const id = await addPlacedContent(db, siteId, { ...fields, kind: "embed", createdBy: caller.signedIn().id });
    await insertEmbedFacts(db, siteId, id, { url, is_full_size_enabled: isFullSizeEnabled });
    return loadEmbed(db, { siteId, caller, id, parentId: fields.parentId });
  }),

  route(updateEmbed, async ({ db, siteId, site, caller, request }, { params: { id }, body }) => {
    const { url, isFullSizeEnabled, seen, ...changes } = body;
    const { title, subtitle, description } = changes;
    const updated = { title, subtitle, description, url };
    await assertItemSeen(db, siteId, { id, kind: "embed" }, { seen, updated }, async () => ({
      url: (await findEmbedFacts(db, siteId, id))?.url,
    }));
    await changePlacedContent(db, siteId, { id, kind: "embed" }, changes);
    if (url !== undefined) await assertMayEmbed(db, { siteId, url, ownHosts: ownHostsOf(request, site.origins) });
    await updateEmbedFacts(db, siteId, id, {
      ...(url !== undefined && { url }),
      ...(isFullSizeEnabled !== undefined && { is_full_size_enabled: isFullSizeEnabled }),
    });
    return loadEmbed(db, { siteId, caller, id });
  }),
];
