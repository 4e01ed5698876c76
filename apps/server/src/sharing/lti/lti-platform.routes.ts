import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  changeLtiPlatform,
  createLtiPlatform,
  deleteLtiPlatform,
  LTI_PLATFORMS_MAX,
  listLtiPlatforms,
} from "@parfocal/core/lti/lti-platform.contract.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { forgetSiteSources } from "#site/site-source-policy.ts";
import {
  deletePlatform,
  findPlatforms,
  insertPlatform,
  listPlatforms,
  lockPlatforms,
  updatePlatform,
} from "./lti-platform.queries.ts";
import { listWaitingDeployments } from "./lti-registration.queries.ts";
import { toolAddresses } from "./tool-addresses.ts";

export const ltiPlatformRoutes = [
  route(listLtiPlatforms, async ({ db, siteId, site, request }) => ({
    platforms: await listPlatforms(db, siteId),
    waitingDeployments: await listWaitingDeployments(db, siteId),
    tool: toolAddresses(publicOriginOf(request, site.origins), siteId),
  })),

  route(createLtiPlatform, async (context, { body }) => {
    const { db, siteId } = context;
    await lockPlatforms(db, siteId);
    if ((await listPlatforms(db, siteId)).length >= LTI_PLATFORMS_MAX)
      throw new AppError("conflict", `A site can have ${LTI_PLATFORMS_MAX} learning platforms.`, {
        codes: ["tooManyPlatforms"],
      });
    await assertFree(context, { ...body, exceptId: null });
    const made = await insertPlatform(db, siteId, body);
    await noteChange(context);
    return made;
  }),

  route(changeLtiPlatform, async (context, { params: { id }, body }) => {
    const { db, siteId } = context;
    await lockPlatforms(db, siteId);
    await assertFree(context, { ...body, exceptId: id });
    const changed = await updatePlatform(db, siteId, { id, settings: body });
    if (!changed) throw notFound("Learning platform");
    await noteChange(context);
    return changed;
  }),

  route(deleteLtiPlatform, async (context, { params: { id } }) => {
    if (!(await deletePlatform(context.db, context.siteId, id))) throw notFound("Learning platform");
    await noteChange(context);
  }),
];

async function assertFree(
  { db, siteId }: RouteContext,
  {
    issuer,
    clientId,
    exceptId,
  }: { readonly issuer: string; readonly clientId: string; readonly exceptId: number | null },
): Promise<void> {
  const [other] = await findPlatforms(db, siteId, { issuer, clientId });
  if (other && other.id !== exceptId)
    throw new AppError("conflict", "There is a learning platform with this address and client ID.", {
      codes: ["platformTaken"],
    });
}

/** Recorded, and effective for the next page, since platforms may frame pages. */
async function noteChange({ db, siteId, caller, platform, afterCommit }: RouteContext): Promise<void> {
  await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["ltiPlatforms"] });
  afterCommit(() => forgetSiteSources(platform, siteId));
}
