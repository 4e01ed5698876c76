import { listRelatedItems } from "@parfocal/core/related/related.contract.ts";
import { RELATED_MAX } from "@parfocal/core/related/related-reasons.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { findSeenPlaces, listWaysToEach } from "#item/item-paths.queries.ts";
import { listParentIds } from "#item/placement.queries.ts";
import { route } from "#platform/http/route.ts";
import { findCovers } from "#structure/cover-images.ts";
import { listRelatedCandidates } from "./related.queries.ts";

/** Number of candidates, so that enough remain after the access checks. */
const MAX_CANDIDATES = 60;

export const relatedRoutes = [
  route(listRelatedItems, async ({ db, siteId, caller }, { params: { id } }) => {
    await findVisibleItem(db, { siteId, caller, id, kind: "image" });
    const accessScope = accessScopeOf(caller);
    const { includesInactive } = accessScope;
    const seenParents = await findSeenPlaces(db, siteId, await listParentIds(db, siteId, id), accessScope);
    const parentIds = [...seenParents.keys()];
    const candidates = await listRelatedCandidates(db, siteId, id, {
      parentIds,
      includesInactive,
      most: MAX_CANDIDATES,
    });
    const ids = candidates.map((candidate) => candidate.id);
    const ways = await listWaysToEach(db, siteId, ids, accessScope);
    const seen = candidates.filter((candidate) => ways.has(candidate.id)).slice(0, RELATED_MAX);
    const idsOf = (kind: string) => seen.filter((item) => item.kind === kind).map((item) => item.id);
    const facts = await findImageFacts(db, siteId, idsOf("image"), { isManager: includesInactive });
    const covers = await findCovers(db, siteId, idsOf("case"), accessScope);
    return seen.map((item) => ({
      id: item.id,
      itemId: item.id,
      type: item.kind,
      title: item.title,
      subtitle: item.subtitle,
      thumbnail: (facts.get(item.id) ?? covers.get(item.id))?.thumbnail ?? null,
      colour: (facts.get(item.id) ?? covers.get(item.id))?.colour ?? null,
      isActive: true,
      annotationsActive: true,
      parent: null,
      itemCount: 0,
      job: facts.get(item.id)?.job ?? null,
      reason: item.reason,
      because: item.because,
    }));
  }),
];
