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
import { listSharedItems } from "@parfocal/core/share/shared-items.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import { findImageRow } from "#image/image.queries.ts";
import { sharedSlideInformation } from "#image/shared-image.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import type { ItemRow } from "#item/item.table.ts";
import type { Caller } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import { type LongRouteContext, longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { findCaller } from "#platform/http/site-and-session.ts";
import type { OpenShareRow } from "#share-access/open-share.queries.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { withTokenIfSameOrigin } from "#share-access/token-addresses.ts";
import { addShare } from "./create-share.ts";
import { loadSharedItems } from "./list-shared-items.ts";
import { loadSharedCase } from "./load-shared-case.ts";
import { deleteShareRow } from "./share.queries.ts";

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

interface TokenHolder {
  readonly siteId: number;
  readonly token: string;
  readonly caller: Caller;
}

/** The token names the site, not the session: so the share is read in a transaction of its own. */
function withShare<Result>(
  { platform, request }: LongRouteContext,
  token: string,
  read: (db: SiteDb, holder: TokenHolder) => Promise<Result>,
): Promise<Result> {
  const viewer = readViewer(request, token);
  return withSite(platform.database, viewer.siteId, async (db) => {
    const caller = await findCaller(db, viewer.siteId, viewer.token);
    return read(db, { siteId: viewer.siteId, token, caller });
  });
}

export const shareRoutes = [
  route(createShare, (context, { body }) => addShare(context.db, placeOf(context), body)),

  route(createFolderShare, (context, { body }) =>
    addShare(context.db, placeOf(context), { ...body, shareType: "folder", center: null, zoom: null }),
  ),

  longRoute(getShare, (context, { params: { token } }) =>
    withShare(context, token, async (db, asker) =>
      presentShare(db, { ...asker, ...(await findSharedItem(db, asker)) }),
    ),
  ),

  longRoute(listSharedItems, (context, { params: { token }, query: { parent, page } }) =>
    withShare(context, token, (db, asker) => loadSharedItems(db, { ...asker, parentId: parent, page })),
  ),

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
    slideInformation: information && sharedSlideInformation(information, { share, token }),
    thumbnail: sharedCase ? firstOfCase : withTokenIfSameOrigin(thumbnail, token),
    colour,
    case: sharedCase,
  };
}
