import { countTags, searchTags, setTag } from "@parfocal/core/tag/tag.contract.ts";
import { route } from "#platform/http/route.ts";
import { setTagOf } from "./set-tag.ts";
import { countTagsOf, findTags } from "./tag.queries.ts";

/** Maximum number of suggestions. */
const MAX_TAGS = 20;

export const tagRoutes = [
  route(searchTags, ({ db, siteId }, { query: { q, type } }) =>
    findTags(db, siteId, { q, kind: type, most: MAX_TAGS }),
  ),

  route(countTags, ({ db, siteId }, { body: { itemIds } }) => countTagsOf(db, siteId, itemIds)),

  route(setTag, async ({ db, siteId }, { body }) => ({ changedIds: await setTagOf(db, siteId, body) })),
];
