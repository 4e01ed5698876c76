/** Files that people choose in the media library of the host site. */

import { rm } from "node:fs/promises";
import { AppError } from "@parfocal/core/errors.ts";
import {
  HOST_MEDIA_TYPE,
  type HostMediaClaims,
  hostMediaAddress,
  readHostMediaClaims,
} from "@parfocal/core/host-sign-in/host-media-token.ts";
import type { SiteTokenProblem } from "@parfocal/core/host-sign-in/site-token.ts";
import { takeHostMedia } from "@parfocal/core/media/host-media.contract.ts";
import { type PartFor, type ReceivedFile, receiveStream } from "#attachment/receive-form.ts";
import { MEDIA_LIMITS } from "#media/accept-media.ts";
import { copyHostMedia } from "#media/copy-host-media.ts";
import { withSite } from "#platform/db/database.ts";
import { readPublicFile } from "#platform/http/read-public-address.ts";
import { type LongRouteContext, longRoute } from "#platform/http/route.ts";
import { loggedError } from "#platform/log.ts";
import { findIdentityAccount } from "#single-sign-on/user-identity.queries.ts";
import { findHost, type SiteHost } from "#site/site.queries.ts";
import { readHostToken } from "./read-site-token.ts";

/** For the whole file. */
const TIMEOUT_MS = 60_000;
/** Statuses with which a host reports that the person has no access to the file. */
const NOT_GIVEN: ReadonlySet<number> = new Set([401, 403, 404, 410]);

interface Choice {
  readonly provider: string;
  readonly id: string;
  readonly token: string;
}

export const hostMediaRoutes = [
  longRoute(takeHostMedia, async (context, { body: { accept, ...choice } }) => {
    const { host, media } = await readChoice(context, choice);
    const address = hostMediaAddress(host.keysUrl, media.mediaId);
    if (address === null) throw missing();
    const { provider, mediaId, title } = media;
    const origin = { issuer: host.issuer, provider, mediaId };
    const receive = (partFor: PartFor) => receiveFromHost(context, { address, token: choice.token, media, partFor });
    return copyHostMedia(context, { origin, title, accept, receive });
  }),
];

const rejected = (code: SiteTokenProblem | "person" | "otherFile") =>
  new AppError("invalid", "The choice is not valid, or no longer. Choose the file again.", {
    codes: [`siteToken.${code}`],
  });

const missing = () =>
  new AppError("notFound", "The host site does not have this file, or does not give it to you.", {
    codes: ["hostMedia.missing"],
  });

const away = () =>
  new AppError("unavailable", "The host site does not answer. Try again later.", { codes: ["hostMedia.away"] });

/** @throws AppError `invalid` unless the site's host has signed the choice for the caller and this file. */
function readChoice(
  { siteId, platform, caller }: LongRouteContext,
  { provider, id, token }: Choice,
): Promise<{ host: SiteHost; media: HostMediaClaims }> {
  return withSite(platform.database, siteId, async (db) => {
    const host = await findHost(db, siteId);
    const read = readHostToken(platform, { host, siteId, token, type: HOST_MEDIA_TYPE });
    if (typeof read === "string") throw rejected(read);
    const media = readHostMediaClaims(read.claims, { ...host, siteId }, Date.now() / 1000);
    if (typeof media === "string") throw rejected(media);
    if (media.provider !== provider || media.mediaId !== id) throw rejected("otherFile");
    const account = await findIdentityAccount(db, siteId, { issuer: host.issuer, subject: media.sub });
    if (account?.id !== caller.signedIn().id) throw rejected("person");
    return { host, media };
  });
}

interface MediaRequest {
  readonly address: string;
  readonly token: string;
  readonly media: HostMediaClaims;
  readonly partFor: PartFor;
}

/** @throws AppError, also if the file does not have the size that the host has signed. */
async function receiveFromHost(
  { siteId, platform }: LongRouteContext,
  { address, token, media, partFor }: MediaRequest,
): Promise<ReceivedFile> {
  if (media.bytes > MEDIA_LIMITS.maxBytes) throw new AppError("tooLarge", MEDIA_LIMITS.tooLarge, { codes: ["file"] });
  const limits = { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS };
  const { status, result: file } = await readPublicFile(address, { "x-site-token": token }, limits, (bytes) =>
    receiveStream(bytes, media.filename || "file", partFor, MEDIA_LIMITS),
  ).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    platform.log.warn({ error: loggedError(error), siteId }, "a file of the host could not be read");
    throw away();
  });
  if (NOT_GIVEN.has(status)) throw missing();
  if (file?.bytes === media.bytes) return file;
  if (file) await rm(file.partPath, { force: true });
  platform.log.warn({ siteId, status, bytes: file?.bytes }, "a file of the host is not what it has signed");
  throw away();
}
