/**
 * Images for third-party viewers: their URLs have no version, so caches revalidate them, and pages of any origin can
 * read them. Cookies are not sent from there: such a page can only see public slides, or those shared by token.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import {
  RegionLimitError,
  type RegionRequest,
  readOwnTile,
  renderRegion,
} from "@parfocal/slides/region/render-region.ts";
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readViewer, type Viewer } from "#platform/http/read-viewer.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { noPicture, PICTURE_POLICY, signalOf, wholeNumber } from "./picture-route.ts";
import { readStoredSlide } from "./read-stored-slide.ts";
import { findPictureRight, type PictureRight } from "./tile-rights.ts";

/** Images rendered in parallel; each decodes up to a thousand tiles. */
const RENDERED_AT_ONCE = 2;
const MAX_WAITING = 500;
const rendering = createLimiter(RENDERED_AT_ONCE, MAX_WAITING);

/** After this time the browser revalidates its copy. */
const CACHE = "private, max-age=300";

const NAME = /^([1-9]\d{0,14})(?:~(.{1,100}))?$/;

/** A slide that the caller can see, and the name by which it was requested. */
export interface OfferedSlide {
  readonly viewer: Viewer;
  readonly imageId: number;
  readonly right: PictureRight;
}

/**
 * @param name the image's ID, or its ID, a tilde and the token of a share.
 * @throws AppError as a call would.
 */
export async function findOfferedSlide(
  platform: Platform,
  request: FastifyRequest,
  name: string | undefined,
): Promise<OfferedSlide> {
  const [, id, token] = NAME.exec(name ?? "") ?? [];
  const imageId = wholeNumber(id);
  const viewer = readViewer(request, token ?? null);
  const right = await findPictureRight(platform, viewer, { imageId, version: null });
  if (right.version === 0) throw noPicture();
  return { viewer, imageId, right };
}

/**
 * @param about identifies the response among those for this slide.
 * @returns whether the viewer has it cached; the request has then been answered.
 */
export function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { right: { slideFileId, version } }: OfferedSlide,
  about: string,
): boolean {
  const hash = createHash("sha256").update(`${slideFileId} ${version} ${about}`).digest("base64url").slice(0, 22);
  const etag = `"${hash}"`;
  allowAnyOrigin(reply)
    .header("etag", etag)
    .header("cache-control", CACHE)
    .header("vary", "cookie, x-site-token, accept");
  if (request.headers["if-none-match"] !== etag) return false;
  void reply.code(304).send();
  return true;
}

export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-origin", "*")
    .header("cross-origin-resource-policy", "cross-origin")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", PICTURE_POLICY);
}

/** Reads metadata of the slide, no pixels. */
export function readOffered<Result>(
  platform: Platform,
  { right }: OfferedSlide,
  read: (source: SlideSource) => Result,
): Promise<Result> {
  return readStoredSlide(platform, right, async (source) => read(source));
}

/** Sends a region of the slide. @throws AppError `invalid` or `notFound` if there is nothing to show. */
export async function answerRegion(
  platform: Platform,
  reply: FastifyReply,
  { right }: OfferedSlide,
  requestOf: (source: SlideSource) => RegionRequest,
): Promise<FastifyReply> {
  const signal = signalOf(reply);
  try {
    const { bytes, mediaType } =
      (await readStoredSlide(platform, right, (source) => readOwnTile(source, requestOf(source), signal))) ??
      (await readStoredSlide(platform, right, (source) => renderRegion(source, requestOf(source), signal), rendering));
    return reply.header("content-type", mediaType).send(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw noPicture();
    if (error instanceof RegionLimitError) throw new AppError("invalid", error.message, { cause: error });
    // The browser has cancelled the request: no response is needed.
    if (reply.raw.destroyed) return reply;
    throw error;
  }
}
