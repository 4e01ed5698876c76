/** Endpoints that a learning platform opens: login, launch, and the public keys. */

import { notFound } from "@parfocal/core/errors.ts";
import { chooserPath } from "@parfocal/core/lti/chooser-path.ts";
import {
  deploymentOf,
  type LaunchClaims,
  type LaunchProblem,
  readLaunchClaims,
} from "@parfocal/core/lti/launch-claims.ts";
import { launchTarget } from "@parfocal/core/lti/launch-target.ts";
import {
  getLtiKeys,
  type LoginInitiation,
  launchLti,
  startLtiLogin,
  startLtiLoginByForm,
} from "@parfocal/core/lti/lti-launch.contract.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { type PageAnswer, type PageContext, pageRoute, wantsPage } from "#platform/http/page-route.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { findSite, readCookieToken, setSessionCookie } from "#platform/http/site-and-session.ts";
import { endFormerSession } from "#session/sign-in.ts";
import { admitLaunch } from "./admit-launch.ts";
import { readPublicKeys } from "./lti-keys.ts";
import { type Again, errorPage, nothingChosenPage } from "./lti-pages.ts";
import { findPlatform, findPlatforms, listPlatforms } from "./lti-platform.queries.ts";
import { hasRegistration, insertWaitingDeployment } from "./lti-registration.queries.ts";
import {
  beginLogin,
  isFramed,
  LOGIN_MAX_S,
  type PendingLogin,
  readPendingLogin,
  takeLoginCookie,
} from "./pending-login.ts";
import { checkIdToken } from "./platform-keys.ts";
import { toolAddresses } from "./tool-addresses.ts";

/** How long platforms may cache the key set. */
const KEYS_MAX_AGE_S = 60 * 60;
/** Query parameter that allows pages to be framed (`framed-page.ts`). */
const EMBEDDED = "embed=1";

/** A browser gets a page; a program gets an error, which the error handler logs as an event. */
function refuse(context: PageContext, siteId: number, problem: LaunchProblem, again?: Again): PageAnswer {
  const { platform, request } = context;
  if (wantsPage(request))
    platform.securityLog.note("signInFailed", { siteId, way: "learningPlatform", reason: `lti.${problem}` }, request);
  return errorPage(request, problem, again);
}

const failurePage = ({ request }: PageContext, status: number): PageAnswer =>
  errorPage(request, status === 404 ? "unknownPlatform" : "malformed");

interface Start {
  readonly siteId: number;
  readonly initiation: LoginInitiation;
}

async function start(context: PageContext, { siteId, initiation }: Start): Promise<PageAnswer> {
  const { platform, request, reply } = context;
  const { site, found } = await withSite(platform.reserve, siteId, async (db) => ({
    site: await findSite(db, siteId),
    found: await findPlatforms(db, siteId, { issuer: initiation.iss, clientId: initiation.client_id }),
  }));
  const [learning, another] = found;
  if (!learning) return refuse(context, siteId, "unknownPlatform");
  if (another) return refuse(context, siteId, "severalPlatforms");
  const { state, nonce } = beginLogin(request, reply, {
    ...{ siteId, platformId: learning.id, initiation },
    ...{ key: platform.nonceKey, now: Date.now() },
  });
  const address = new URL(learning.authorizationUrl);
  const parameters = {
    ...{ scope: "openid", response_type: "id_token", response_mode: "form_post", prompt: "none" },
    ...{ client_id: learning.clientId, login_hint: initiation.login_hint, state, nonce },
    redirect_uri: toolAddresses(publicOriginOf(request, site.origins), siteId).launchUrl,
    ...(initiation.lti_message_hint === undefined ? {} : { lti_message_hint: initiation.lti_message_hint }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href };
}

interface Arrival {
  readonly siteId: number;
  readonly state: string;
  readonly idToken: string;
  readonly hasFailed: boolean;
}

async function launch(context: PageContext, { siteId, state, idToken, hasFailed }: Arrival): Promise<PageAnswer> {
  const { platform, request, reply } = context;
  const pending = readPendingLogin(state, platform.nonceKey);
  const { site, learning } = await withSite(platform.reserve, siteId, async (db) => ({
    site: await findSite(db, siteId),
    learning: pending === null ? undefined : await findPlatform(db, siteId, pending.platformId),
  }));
  if (pending?.siteId !== siteId) return refuse(context, siteId, "foreign");
  const origin = publicOriginOf(request, site.origins);
  const again = againOf(pending, toolAddresses(origin, siteId).loginUrl);
  if (!learning) return refuse(context, siteId, "unknownPlatform");
  const isOwn = takeLoginCookie(request, reply, pending);
  if (Date.now() - pending.startedAt > LOGIN_MAX_S * 1000) return refuse(context, siteId, "expired");
  if (!isOwn) return refuse(context, siteId, "noCookie", again);
  if (hasFailed) return refuse(context, siteId, "denied", again);
  const launch = await readToken(context, siteId, { learning, pending, idToken });
  if (typeof launch === "string") return refuse(context, siteId, launch);
  const userAgent = request.headers["user-agent"] ?? "";
  const target = launchTarget(launch, { siteId, origins: [origin, ...site.origins] });
  const admission = await withSite(platform.reserve, siteId, (db) =>
    admitLaunch(db, siteId, { platform: learning, claims: launch, target, grants: site.grants, userAgent }),
  );
  if ("problem" in admission) return refuse(context, siteId, admission.problem);
  await changeSession(context, admission.token);
  platform.securityLog.note("signedIn", { siteId, userId: admission.userId, way: "learningPlatform" }, request);
  if (admission.choiceId !== null) {
    const chooser = chooserPath(siteId, admission.choiceId);
    return { address: isFramed(request) ? `${chooser}&${EMBEDDED}` : chooser };
  }
  if (!isFramed(request)) return { address: target ?? `/s${siteId}/` };
  return target === null ? nothingChosenPage(request, again) : { address: `${target}?${EMBEDDED}` };
}

const againOf = ({ initiation }: PendingLogin, loginUrl: string): Again | undefined =>
  initiation === null ? undefined : { loginUrl, initiation };

interface Answer {
  readonly learning: LtiPlatform;
  readonly pending: PendingLogin;
  readonly idToken: string;
}

async function readToken(
  { platform, request }: PageContext,
  siteId: number,
  { learning, pending, idToken }: Answer,
): Promise<LaunchClaims | LaunchProblem> {
  const claims = await checkIdToken(platform, learning, idToken);
  if (typeof claims === "string") return claims;
  const { clientId, deploymentIds, authorizationUrl } = learning;
  const launch = readLaunchClaims(claims, { clientId, deploymentIds, authorizationUrl, nonce: pending.nonce });
  if (typeof launch === "string")
    request.log.info({ problem: launch, platform: learning.id }, "the message of a learning platform is refused");
  const deploymentId = launch === "deployment" ? deploymentOf(claims) : "";
  if (deploymentId !== "")
    await withSite(platform.reserve, siteId, (db) =>
      insertWaitingDeployment(db, siteId, { platformId: learning.id, deploymentId }),
    );
  return launch;
}

/** One session per browser: the previous one ends, as at every sign-in. */
async function changeSession({ platform, request, reply }: PageContext, token: string): Promise<void> {
  const formerToken = readCookieToken(request);
  if (formerToken) await endFormerSession(platform, formerToken);
  setSessionCookie(request, reply, { token, keptDays: 0, isFramed: isFramed(request) });
}

async function readKeys({ platform }: PageContext, siteId: number): Promise<PageAnswer> {
  const isExpected = await withSite(platform.reserve, siteId, async (db) => {
    await findSite(db, siteId);
    return (await listPlatforms(db, siteId)).length > 0 || hasRegistration(db, siteId);
  });
  if (!isExpected) throw notFound("Learning platform");
  return { json: { keys: await readPublicKeys(platform, siteId, Date.now()) }, maxAgeS: KEYS_MAX_AGE_S };
}

export const ltiLaunchRoutes = [
  pageRoute(
    startLtiLogin,
    (context, { params: { site: siteId }, query: initiation }) => start(context, { siteId, initiation }),
    failurePage,
  ),
  pageRoute(
    startLtiLoginByForm,
    (context, { params: { site: siteId }, body: initiation }) => start(context, { siteId, initiation }),
    failurePage,
  ),
  pageRoute(
    launchLti,
    (context, { params: { site: siteId }, body: { state, id_token: idToken, error } }) =>
      launch(context, { siteId, state, idToken, hasFailed: error !== undefined }),
    failurePage,
  ),
  pageRoute(getLtiKeys, (context, { params: { site: siteId } }) => readKeys(context, siteId), failurePage),
];
