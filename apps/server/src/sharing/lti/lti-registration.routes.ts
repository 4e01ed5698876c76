/** Learning platforms that register themselves, and the deployments that administrators accept. */
import { createHash, randomBytes } from "node:crypto";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { LTI_DEPLOYMENTS_MAX, LTI_PLATFORMS_MAX } from "@parfocal/core/lti/lti-platform.contract.ts";
import { decideLtiDeployment, makeLtiRegistration, registerLti } from "@parfocal/core/lti/lti-registration.contract.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { withSite } from "#platform/db/database.ts";
import { type PageAnswer, type PageContext, pageRoute } from "#platform/http/page-route.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { route } from "#platform/http/route.ts";
import { findSite } from "#platform/http/site-and-session.ts";
import { forgetSiteSources } from "#site/site-source-policy.ts";
import { findPlatform, listPlatforms, lockPlatforms, updatePlatform } from "./lti-platform.queries.ts";
import { deleteWaitingDeployment, replaceRegistration } from "./lti-registration.queries.ts";
import { registerPlatform } from "./register-platform.ts";
import { registeredPage, registrationProblemPage } from "./registration-pages.ts";
import { toolAddresses } from "./tool-addresses.ts";

const TOKEN_BYTES = 32;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

interface Opened {
  readonly siteId: number;
  readonly token: string;
  readonly configurationUrl: string;
  readonly registrationToken: string | undefined;
}

async function register({ platform, request }: PageContext, { siteId, token, ...sent }: Opened): Promise<PageAnswer> {
  const site = await withSite(platform.reserve, siteId, (db) => findSite(db, siteId));
  const addresses = toolAddresses(publicOriginOf(request, site.origins), siteId);
  const opened = { ...sent, tokenSha256: hashOf(token), tool: { name: site.title, addresses }, grants: site.grants };
  const problem = await registerPlatform(platform, siteId, opened);
  if (problem !== null) return registrationProblemPage(request, problem);
  forgetSiteSources(platform, siteId);
  return registeredPage(request);
}

export const ltiRegistrationRoutes = [
  route(makeLtiRegistration, async ({ db, siteId, site, caller, request }) => {
    await lockPlatforms(db, siteId);
    if ((await listPlatforms(db, siteId)).length >= LTI_PLATFORMS_MAX)
      throw new AppError("conflict", `A site can have ${LTI_PLATFORMS_MAX} learning platforms.`, {
        codes: ["tooManyPlatforms"],
      });
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const createdBy = caller.signedIn().id;
    const endsAt = await replaceRegistration(db, siteId, { createdBy, tokenSha256: hashOf(token) });
    await recordOptions(db, siteId, { actorId: createdBy, names: ["ltiPlatforms"] });
    const path = registerLti.path.replace("{site}", String(siteId)).replace("{token}", token);
    return {
      address: new URL(`/api${path}`, publicOriginOf(request, site.origins)).href,
      endsAt: endsAt.toISOString(),
    };
  }),

  route(decideLtiDeployment, async ({ db, siteId, caller }, { params: { id }, body }) => {
    const { deploymentId, isAccepted } = body;
    await lockPlatforms(db, siteId);
    const learning = await findPlatform(db, siteId, id);
    const isWaiting = learning && (await deleteWaitingDeployment(db, siteId, { platformId: id, deploymentId }));
    if (!learning || !isWaiting) throw notFound("Deployment");
    if (isAccepted) {
      const deploymentIds = [...new Set([...learning.deploymentIds, deploymentId])];
      if (deploymentIds.length > LTI_DEPLOYMENTS_MAX)
        throw new AppError("conflict", `A learning platform can have ${LTI_DEPLOYMENTS_MAX} deployments.`, {
          codes: ["tooManyDeployments"],
        });
      await updatePlatform(db, siteId, { id, settings: { ...learning, deploymentIds } });
    }
    await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["ltiPlatforms"] });
  }),

  pageRoute(
    registerLti,
    (context, { params: { site: siteId, token }, query }) => {
      const { openid_configuration: configurationUrl, registration_token: registrationToken } = query;
      return register(context, { siteId, token, configurationUrl, registrationToken });
    },
    ({ request }, status) => registrationProblemPage(request, status === 404 ? "used" : "malformed"),
  ),
];
