/**
 * The images of radiology items: cleaned DICOM files, each a range of the study's instance file, and thumbnails. Their
 * paths are outside `/api`. They can be cached permanently: the version in their URL is the study's number.
 */
import { getRadiologyInstance, getRadiologyThumbnail } from "@parfocal/core/radiology/radiology.contract.ts";
import { RADIOLOGY_FILES } from "@parfocal/slides/radiology/radiology-facts.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { enforcePolicy } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import type { Route } from "#platform/http/route.ts";
import { findSiteAndCaller } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { findShownItem } from "#share-access/viewer.ts";
import { noPicture, PICTURE_POLICY, pictureRoute, wholeNumber } from "#tile/picture-route.ts";
import { findInstance, findStudy, listSeries } from "./radiology.queries.ts";
import { studyFileName } from "./unpack-upload.ts";

/** Private: only the reader's own browser caches it. */
const FOR_EVER = "private, max-age=31536000, immutable";

interface Stretch {
  /** Within the study. */
  readonly file: string;
  readonly start: number;
  /** null: to the end of the file. */
  readonly bytes: number | null;
}

interface Question {
  readonly siteId: number;
  readonly studyId: number;
  readonly number: number;
  readonly includesHidden: boolean;
}

type FindStretch = (db: SiteDb, question: Question) => Promise<Stretch | undefined>;

const findInstanceStretch: FindStretch = async (db, { siteId, ...question }) => {
  const found = await findInstance(db, siteId, question);
  return found && { file: RADIOLOGY_FILES.instances, start: found.byte_offset, bytes: found.bytes };
};

const findThumbnailStretch: FindStretch = async (db, { siteId, studyId, number, includesHidden }) => {
  const series = (await listSeries(db, siteId, studyId, includesHidden)).find((row) => row.number === number);
  return series?.has_thumbnail ? { file: RADIOLOGY_FILES.thumbnail(number), start: 0, bytes: null } : undefined;
};

function answerStretch(mediaType: string, find: FindStretch) {
  return async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const params = request.params as Readonly<Record<string, string | undefined>>;
    const [id, version, number] = [params.id, params.version, params.number].map(wholeNumber) as [
      number,
      number,
      number,
    ];
    const { siteId, token, shareToken } = readViewer(request);
    const stretch = await withSite(platform.database, siteId, async (db) => {
      const { site, caller } = await findSiteAndCaller(db, siteId, token);
      if (shareToken === null) enforcePolicy("seesSite", caller, site);
      const { isManager } = await findShownItem(db, { siteId, caller, shareToken }, { id, kind: "radiology" });
      const study = await findStudy(db, siteId, id);
      if (study?.state !== "ready" || study.id !== version) return undefined;
      return find(db, { siteId, studyId: study.id, number, includesHidden: isManager });
    });
    if (!stretch) throw noPicture();
    // Includes the token: an image opened through one share is not confirmed to another.
    const etag = `"${request.url}"`;
    reply
      .header("cache-control", FOR_EVER)
      .header("etag", etag)
      .header("vary", "cookie, x-site-token")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", PICTURE_POLICY)
      .header("cross-origin-resource-policy", "same-origin");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const name = studyFileName(siteId, version, stretch.file);
    const length = stretch.bytes ?? (await platform.files.factsOf(name))?.bytes;
    if (length === undefined) throw noPicture();
    return reply
      .header("content-type", mediaType)
      .header("content-length", length)
      .send(platform.files.read(name, { start: stretch.start, end: stretch.start + length - 1 }));
  };
}

export const radiologyPictureRoutes: readonly Route[] = [
  pictureRoute(getRadiologyInstance, answerStretch("application/dicom", findInstanceStretch)),
  pictureRoute(getRadiologyThumbnail, answerStretch("image/webp", findThumbnailStretch)),
];
