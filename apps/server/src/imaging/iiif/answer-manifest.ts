/** A course, folder, case or slide as a manifest, with what the caller is allowed to see. */
import { createHash } from "node:crypto";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { getManifest } from "@parfocal/core/iiif/iiif.contract.ts";
import { manifestAddress } from "@parfocal/core/iiif/viewer-addresses.ts";
import { withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import { findSeenItem } from "#share-access/viewer.ts";
import { allowAnyOrigin } from "#tile/offered-picture.ts";
import type { AnswerPicture } from "#tile/picture-route.ts";
import { sendJsonLd } from "./json-ld.ts";
import { listSlidesWithin } from "./manifest.queries.ts";
import { describeManifest, PRESENTATION_CONTEXT } from "./manifest.ts";

/** Clients load a manifest as a whole; this number of canvases is about 2 MB. */
const MAX_SLIDES = 2_000;

export const answerManifest: AnswerPicture = async (platform, request, reply) => {
  allowAnyOrigin(reply);
  const params = getManifest.params.safeParse(request.params);
  if (!params.success) throw notFound();
  const { kind, id } = params.data;
  const viewer = readViewer(request);
  const { siteId, shareToken } = viewer;
  const manifest = await withSite(platform.database, siteId, async (db) => {
    const { item, accessScope, isInformationHidden, siteOrigins } = await findSeenItem(db, viewer, { id, kind });
    const slides = await listSlidesWithin(db, siteId, id, { ...accessScope, most: MAX_SLIDES + 1 });
    if (slides.length === 0) throw new AppError("notFound", "No slides found.");
    if (slides.length > MAX_SLIDES)
      throw new AppError("tooLarge", `More than ${MAX_SLIDES} slides. Request a subfolder.`);
    const place = { origin: publicOriginOf(request, siteOrigins), shareToken };
    return describeManifest(
      {
        ...place,
        id: manifestAddress(place, kind, id),
        title: isInformationHidden ? null : item.title,
        isInformationHidden,
      },
      slides,
    );
  });
  const hash = createHash("sha256").update(JSON.stringify(manifest)).digest("base64url").slice(0, 22);
  const etag = `"${hash}"`;
  reply
    .header("etag", etag)
    .header("cache-control", "private, no-cache")
    .header("vary", "cookie, x-site-token, accept");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return sendJsonLd(request, reply, PRESENTATION_CONTEXT, manifest);
};
