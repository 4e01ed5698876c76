import { notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  countOpenedShare,
  createFolderShare,
  createShare,
  deleteFolderShare,
  deleteShare,
  getShare,
  listShares,
  type SharedItem,
  updateShare,
} from "@parfocal/core/share/share.contract.ts";
import { SHARE_TYPE_NAMES, type ShareType } from "@parfocal/core/share/share-types.ts";
import { listSharedItems } from "@parfocal/core/share/shared-items.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import { findImageRow } from "#image/image.queries.ts";
import { sharedSlideInformation } from "#image/shared-image.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import type { ItemRow } from "#item/item.table.ts";
import { Caller } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import { type LongRouteContext, longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { findCaller } from "#platform/http/site-and-session.ts";
import type { OpenShareRow } from "#share-access/open-share.queries.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { withTokenIfSameOrigin } from "#share-access/token-addresses.ts";
import { countOpenedLink } from "./count-opened-share.ts";
import { addShare } from "./create-share.ts";
import { loadSharedItems } from "./list-shared-items.ts";
import { presentShares } from "./list-shares.ts";
import { loadSharedCase } from "./load-shared-case.ts";
import { deleteShareRow, findShares, updateShareRow } from "./share.queries.ts";

const placeOf = ({ siteId, caller, site, request }: RouteContext) => ({
  siteId,
  caller,
  origins: [publicOriginOf(request, site.origins), `${request.protocol}://${request.host}`, ...site.origins],
});

const readerOf = ({ siteId, caller, site, request }: RouteContext) => ({
  siteId,
  caller,
  origin: publicOriginOf(request, site.origins),
});

/** User whose links the caller can change and delete; null: all users. */
const creatorFor = ({ caller }: RouteContext): number | null =>
  caller.can("manageContent") ? null : caller.signedIn().id;

async function revokeShare(context: RouteContext, id: number, shareTypes: readonly ShareType[]) {
  const { db, siteId, caller } = context;
  const createdBy = creatorFor(context);
  if (!(await deleteShareRow(db, siteId, { id, createdBy, shareTypes }))) throw notFoundOrNoAccess();
  await recordAudit(db, siteId, { action: "shareEnded", actorId: caller.signedIn().id, objectId: id });
}

interface TokenHolder {
  readonly siteId: number;
  readonly token: string;
  readonly caller: Caller;
}

/** The token identifies the site, not the session: the share is read in a transaction of its own. */
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
    addShare(context.db, placeOf(context), {
      ...{ ...body, shareType: "folder", center: null, zoom: null },
      ...{ rotation: null, viewSettings: null },
    }),
  ),

  route(listShares, async (context, { query: { scope, ...query } }) => {
    const { db, siteId, caller } = context;
    if (scope === "all" && !caller.can("manageContent"))
      throw notAllowed("You are not allowed to see the share links of others.");
    const createdBy = scope === "all" ? null : caller.signedIn().id;
    const { rows, total } = await findShares(db, siteId, { ...query, createdBy });
    return { shares: await presentShares(db, readerOf(context), rows), total };
  }),

  route(updateShare, async (context, { params: { id }, body }) => {
    const { db, siteId, caller } = context;
    const createdBy = creatorFor(context);
    if (!(await updateShareRow(db, siteId, { id, createdBy }, body))) throw notFoundOrNoAccess();
    await recordAudit(db, siteId, { action: "shareChanged", actorId: caller.signedIn().id, objectId: id });
    const { rows } = await findShares(db, siteId, { id, createdBy, q: "", page: 1 });
    const [changed] = await presentShares(db, readerOf(context), rows);
    if (!changed) throw notFoundOrNoAccess();
    return changed;
  }),

  // As for `getShare`, the token identifies the site. A cookie without its nonce is not a session here, as for other
  // changes.
  longRoute(countOpenedShare, async ({ platform, request, ...session }, { params: { token } }) => {
    const { siteId } = readViewer(request, token);
    const caller = session.siteId === siteId ? session.caller : new Caller(null);
    await withSite(platform.database, siteId, (db) =>
      countOpenedLink(db, { siteId, token, caller, address: request.ip }),
    );
  }),

  longRoute(getShare, (context, { params: { token } }) =>
    withShare(context, token, async (db, asker) =>
      presentShare(db, { ...asker, ...(await findSharedItem(db, asker)) }),
    ),
  ),

  longRoute(listSharedItems, (context, { params: { token }, query: { parent, page } }) =>
    withShare(context, token, (db, asker) => loadSharedItems(db, { ...asker, parentId: parent, page })),
  ),

  route(deleteShare, (context, { params }) => revokeShare(context, params.id, SHARE_TYPE_NAMES)),

  route(deleteFolderShare, (context, { params }) => revokeShare(context, params.id, ["folder"])),
];

interface Opened {
  readonly siteId: number;
  readonly token: string;
  readonly item: ItemRow;
  readonly share: OpenShareRow;
}

/** Hidden data is not part of the response (threat T-09). */
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
    rotation: share.rotation_deg,
    viewSettings: share.view_settings,
    ...(share.hides_slide_information ? {} : { title: item.title }),
    slideInformation: information && sharedSlideInformation(information, { share, token }),
    thumbnail: sharedCase ? firstOfCase : withTokenIfSameOrigin(thumbnail, token),
    colour,
    case: sharedCase,
  };
}
