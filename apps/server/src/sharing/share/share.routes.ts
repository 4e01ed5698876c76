import { siteOfShareToken } from "@parfocal/core/access/share-token.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  createFolderShare,
  createShare,
  deleteFolderShare,
  deleteShare,
  getShare,
  type SharedItem,
} from "@parfocal/core/share/share.contract.ts";
import type { ShareType } from "@parfocal/core/share/share-types.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import { findImageRow } from "#image/image.queries.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import type { ItemRow } from "#item/item.table.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { findCaller } from "#platform/http/site-and-session.ts";
import type { OpenShareRow } from "#share-access/open-share.queries.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { readViewer } from "#share-access/viewer.ts";
import { addShare } from "./create-share.ts";
import { loadSharedCase } from "./load-shared-case.ts";
import { deleteShareRow } from "./share.queries.ts";
import { withTokenIfSameOrigin, withTokenInTiles } from "./token-addresses.ts";

const placeOf = ({ siteId, caller, site, request }: RouteContext) => ({
  siteId,
  caller,
  origins: [publicOriginOf(request, site.origins), `${request.protocol}://${request.host}`, ...site.origins],
});

async function endShare({ db, siteId, caller }: RouteContext, id: number, shareTypes: readonly ShareType[]) {
  const createdBy = caller.can("manageContent") ? null : caller.signedIn().id;
  if (!(await deleteShareRow(db, siteId, { id, createdBy, shareTypes }))) throw notFoundOrNoAccess();
  await recordAudit(db, siteId, { action: "shareEnded", actorId: caller.signedIn().id, objectId: id });
}

export const shareRoutes = [
  route(createShare, (context, { body }) => addShare(context.db, placeOf(context), body)),

  route(createFolderShare, (context, { body }) =>
    addShare(context.db, placeOf(context), { ...body, shareType: "folder", center: null, zoom: null }),
  ),

  // The token names the site, not the session: so the share is looked up in a transaction of its own.
  longRoute(getShare, ({ platform, request }, { params: { token } }) => {
    if (siteOfShareToken(token) === null) throw notFoundOrNoAccess();
    const viewer = readViewer(request, token);
    return withSite(platform.database, viewer.siteId, async (db) => {
      const caller = await findCaller(db, viewer.siteId, viewer.token);
      const { item, share } = await findSharedItem(db, { siteId: viewer.siteId, token, caller });
      return presentShare(db, { siteId: viewer.siteId, token, item, share });
    });
  }),

  route(deleteShare, (context, { params }) => endShare(context, params.id, ["slide", "case"])),

  route(deleteFolderShare, (context, { params }) => endShare(context, params.id, ["folder"])),
];

interface Opened {
  readonly siteId: number;
  readonly token: string;
  readonly item: ItemRow;
  readonly share: OpenShareRow;
}

/** What is hidden is not there at all (threat T-09). */
async function presentShare(db: SiteDb, { siteId, token, item, share }: Opened): Promise<SharedItem> {
  const row = item.kind === "image" ? await findImageRow(db, siteId, item.id) : undefined;
  const information = row ? presentSlideInformation(item.id, row.slideFile) : null;
  const thumbnail = row ? thumbnailPath(item.id, { ...row.slideFile, ownThumbnailId: row.ownThumbnailId }) : null;
  const sharedCase = item.kind === "case" ? await loadSharedCase(db, siteId, { item, share, token }) : null;
  const firstOfCase = sharedCase?.items.find((slide) => slide.thumbnail !== null)?.thumbnail ?? null;
  const colour = row ? ((await findDefaultColours(db, siteId, [item.id])).get(item.id) ?? null) : null;
  return {
    shareType: share.share_type,
    itemId: item.id,
    requireAuth: share.requires_auth,
    hideAnnotations: share.hides_annotations,
    hideSlideInformation: share.hides_slide_information,
    hideToolbar: share.hides_toolbar,
    expirationDate: share.expirationDate,
    center: share.center_x === null || share.center_y === null ? null : [share.center_x, share.center_y],
    zoom: share.zoom,
    ...(share.hides_slide_information ? {} : { title: item.title }),
    slideInformation: information && withTokenInTiles(information, token),
    thumbnail: sharedCase ? firstOfCase : withTokenIfSameOrigin(thumbnail, token),
    colour,
    case: sharedCase,
  };
}
