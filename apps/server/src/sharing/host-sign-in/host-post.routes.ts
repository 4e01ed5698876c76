import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { findPostPath } from "@parfocal/core/host-sign-in/host-post.contract.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { findItemIdByPost } from "#item/item-post.queries.ts";
import { route } from "#platform/http/route.ts";

export const hostPostRoutes = [
  route(findPostPath, async ({ db, siteId, caller }, { params: { id: postId } }) => {
    const id = await findItemIdByPost(db, siteId, { postId });
    if (id === undefined) throw notFoundOrNoAccess();
    const { item, way } = await findVisibleItem(db, { siteId, caller, id });
    // Elements of a quiz have no page of their own.
    if (item.kind !== "course" && ITEM_KINDS[item.kind].entityType === null) throw notFoundOrNoAccess();
    const crumbs = await listCrumbs(db, siteId, way?.ids ?? [id]);
    return { path: formatPublicPath({ siteId, steps: crumbs.map(({ id, type }) => ({ id, kind: type })) }) };
  }),
];
