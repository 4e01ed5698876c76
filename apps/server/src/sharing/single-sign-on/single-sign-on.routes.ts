import { isOwnPath } from "@parfocal/core/session/own-path.ts";
import type { SingleSignOnFailure } from "@parfocal/core/session/single-sign-on-failure.ts";
import { finishSingleSignOn, startSingleSignOn } from "@parfocal/core/single-sign-on/single-sign-on.contract.ts";
import type { FastifyRequest } from "fastify";
import type { SingleSignOnSettings } from "#platform/access/single-sign-on-settings.ts";
import { withSite } from "#platform/db/database.ts";
import { pageRoute } from "#platform/http/page-route.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { findSite, readCookieToken, readCredentials, setSessionCookie } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { createDeviceToken, setDeviceCookie } from "#session/known-device.ts";
import { endFormerSession } from "#session/sign-in.ts";
import { admitIdentity } from "./admit-identity.ts";
import { createIdentityProvider, DeniedError, type Identity, type IdentityProvider } from "./identity-provider.ts";
import { storePendingSignIn, takePendingSignIn } from "./pending-sign-in.ts";

const providers = new WeakMap<SingleSignOnSettings, IdentityProvider>();

function providerOf(settings: SingleSignOnSettings): IdentityProvider {
  const known = providers.get(settings) ?? createIdentityProvider(settings);
  providers.set(settings, known);
  return known;
}

/** Browsers that do not send this header are accepted, as are URLs that were typed. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site";

const failedAt = (failure: SingleSignOnFailure, next: string) => ({
  address: `/sign-in?${new URLSearchParams({ next, failed: failure })}`,
});

/** Without the default port: the provider compares it character by character. */
const redirectUriOf = (origin: string) => new URL(`/api${finishSingleSignOn.path}`, origin).href;

export const singleSignOnRoutes = [
  pageRoute(startSingleSignOn, async ({ platform, request, reply }, { query }) => {
    const settings = platform.singleSignOn;
    const siteId = query.site ?? readCredentials(request).siteId;
    const next = query.next !== undefined && isOwnPath(query.next) ? query.next : `/s${siteId}/`;
    if (settings?.siteId !== siteId) return failedAt("failed", next);
    // Another site's page could sign a user in without their request and without a click (ASVS 5.0, 7.6.2).
    if (isFromElsewhere(request)) return { address: `/sign-in?${new URLSearchParams({ next })}` };
    const site = await withSite(platform.reserve, siteId, (db) => findSite(db, siteId));
    const redirectUri = redirectUriOf(publicOriginOf(request, site.origins));
    try {
      const { address, ...agreed } = await providerOf(settings).start(redirectUri);
      const pending = { siteId: site.id, next, redirectUri, startedAt: Date.now(), ...agreed };
      storePendingSignIn(request, reply, { pending, key: platform.nonceKey });
      return { address };
    } catch (error) {
      request.log.error({ err: error }, "the identity provider could not be reached");
      return failedAt("failed", next);
    }
  }),

  pageRoute(finishSingleSignOn, async ({ platform, request, reply }) => {
    const settings = platform.singleSignOn;
    const pending = takePendingSignIn(request, reply, { key: platform.nonceKey, now: Date.now() });
    const refuse = (reason: SingleSignOnFailure, next: string) => {
      const site = settings ? { siteId: settings.siteId } : {};
      platform.securityLog.note("signInFailed", { ...site, way: "singleSignOn", reason }, request);
      return failedAt(reason, next);
    };
    if (!pending || pending.siteId !== settings?.siteId) return refuse("expired", "/");
    const answer = new URL(pending.redirectUri);
    answer.search = new URL(request.url, pending.redirectUri).search;
    const identity = await readIdentity(request, () => providerOf(settings).finish(answer, pending));
    if (typeof identity === "string") return refuse(identity, pending.next);
    const admission = await withSite(platform.reserve, settings.siteId, (db) =>
      admitIdentity(db, settings, { identity, userAgent: request.headers["user-agent"] ?? "" }),
    );
    if ("failure" in admission) return refuse(admission.failure, pending.next);
    const formerToken = readCookieToken(request);
    if (formerToken) await endFormerSession(platform, formerToken);
    setSessionCookie(request, reply, { token: admission.token, keptDays: 0 });
    setDeviceCookie(request, reply, deviceTokenFor(platform, { siteId: settings.siteId, userId: admission.userId }));
    const { userId } = admission;
    platform.securityLog.note("signedIn", { siteId: settings.siteId, userId, way: "singleSignOn" }, request);
    return { address: pending.next };
  }),
];

const deviceTokenFor = ({ nonceKey }: Platform, account: { siteId: number; userId: number }) =>
  createDeviceToken(account, nonceKey, Date.now());

async function readIdentity(
  request: FastifyRequest,
  read: () => Promise<Identity>,
): Promise<Identity | SingleSignOnFailure> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DeniedError) return "denied";
    request.log.error({ err: error }, "the identity provider's answer could not be used");
    return "failed";
  }
}
