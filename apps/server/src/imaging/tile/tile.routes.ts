/**
 * The hot path: a tile, from the request to the bytes. One (cached) access check, one read of the file, none if the tile
 * was read repeatedly a moment ago; no decoding if the file's own tiles are JPEG.
 */
import { getAssociatedImage, getOwnThumbnail, getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import type { EncodedImage, Plane } from "@parfocal/slides/slide-source.ts";
import { thumbnailOf } from "@parfocal/slides/thumbnail-of.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findOwnThumbnail } from "#image/own-thumbnail.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { slideNames } from "#platform/files/file-store.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import type { Platform } from "#platform/platform.ts";
import { noPicture, PICTURE_POLICY, pictureRoute, signalOf, wholeNumber } from "./picture-route.ts";
import { readStored, readStoredSlide, readStoredTile } from "./read-stored-slide.ts";
import { findPictureRight, type PictureRight } from "./tile-rights.ts";

const THUMBNAIL_SIDE_PX = 512;
/** The version is part of the URL, so its content never changes; only the reader's own browser caches it. */
const FOR_EVER = "private, max-age=31536000, immutable";

interface PictureRequest {
  readonly params: {
    readonly imageId: string;
    readonly version: string;
    readonly level?: string;
    readonly x?: string;
    readonly y?: string;
    readonly name?: string;
  };
}

/** URLs with a token must not be cached. */
const withoutShare = (url: string) => url.replace(/([?&])share=[^&]*/, "$1");

interface Reading {
  readonly read: (right: PictureRight) => Promise<EncodedImage>;
  readonly guard?: (right: PictureRight) => void;
}

async function answerPicture(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { read, guard }: Reading,
): Promise<FastifyReply> {
  const { params } = request as unknown as PictureRequest;
  const imageId = wholeNumber(params.imageId);
  const requestedVersion = wholeNumber(params.version);
  const viewer = readViewer(request);
  const right = await findPictureRight(platform, viewer, { imageId, version: requestedVersion });
  if (right.version === 0 || requestedVersion !== right.version) throw noPicture();
  guard?.(right);
  const etag = `"${viewer.shareToken === null ? request.url : withoutShare(request.url)}"`;
  if (request.headers["if-none-match"] === etag)
    return reply.code(304).header("etag", etag).header("cache-control", FOR_EVER).send();
  try {
    const { bytes, mediaType } = await read(right);
    return reply
      .header("content-type", mediaType)
      .header("cache-control", FOR_EVER)
      .header("etag", etag)
      .header("vary", "cookie, x-site-token")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", PICTURE_POLICY)
      .header("cross-origin-resource-policy", "same-origin")
      .send(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw noPicture();
    // The browser has cancelled the request: no response is needed.
    if (reply.raw.destroyed) return reply;
    throw error;
  }
}

/** Stored after it is created: a list of slides does not open any of them. */
function readingOfThumbnail(platform: Platform): Reading {
  const { files } = platform;
  const nameOf = ({ siteId, slideFileId, turnedToDeg }: PictureRight) =>
    slideNames(siteId, slideFileId).thumbnail(turnedToDeg);
  return {
    async read(right) {
      const bytes = await readStored(() => files.readWhole(nameOf(right)));
      if (bytes !== null) return { bytes, mediaType: "image/jpeg" };
      return readStoredSlide(platform, right, async (source) => {
        const made = await thumbnailOf(source, THUMBNAIL_SIDE_PX);
        await files.write(nameOf(right), made.bytes);
        return made;
      });
    },
  };
}

export const tileRoutes = [
  pictureRoute(getTile, (platform, request, reply) => {
    const { params } = request as unknown as PictureRequest;
    const [level, column, row] = [wholeNumber(params.level), wholeNumber(params.x), wholeNumber(params.y)];
    const { channel = "0", depth = "0", time = "0" } = request.query as Partial<Record<keyof Plane, string>>;
    const plane: Plane = { channel: wholeNumber(channel), depth: wholeNumber(depth), time: wholeNumber(time) };
    const signal = signalOf(reply);
    return answerPicture(platform, request, reply, {
      read: (right) => readStoredTile(platform, right, { level, column, row, plane }, signal),
    });
  }),

  pictureRoute(getThumbnail, (platform, request, reply) =>
    answerPicture(platform, request, reply, readingOfThumbnail(platform)),
  ),

  pictureRoute(getOwnThumbnail, async (platform, request, reply) => {
    const params = request.params as { readonly imageId: string; readonly id: string };
    const [imageId, id] = [wholeNumber(params.imageId), wholeNumber(params.id)];
    const { siteId, isOnlyInQuiz } = await findPictureRight(platform, readViewer(request), { imageId, version: null });
    // A thumbnail chosen for lists could reveal the answer.
    if (isOnlyInQuiz) throw noPicture();
    const jpeg = await withSite(platform.database, siteId, (db) => findOwnThumbnail(db, siteId, { imageId, id }));
    if (!jpeg) throw noPicture();
    return reply
      .header("content-type", "image/jpeg")
      .header("cache-control", FOR_EVER)
      .header("vary", "cookie, x-site-token")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", PICTURE_POLICY)
      .header("cross-origin-resource-policy", "same-origin")
      .send(jpeg);
  }),

  pictureRoute(getAssociatedImage, (platform, request, reply) => {
    const { name } = (request as unknown as PictureRequest).params;
    if (name !== "label" && name !== "macro" && name !== "thumbnail") throw noPicture();
    return answerPicture(platform, request, reply, {
      read: (right) => readStoredSlide(platform, right, (source) => source.readAssociatedImage(name)),
      guard({ isManager }) {
        if (!isManager) throw noPicture();
      },
    });
  }),
];
