/**
 * The hot path: a tile, from the request to the bytes. One look-up of the right (remembered), one read of the file; no
 * decoding where the file's own tiles are JPEG.
 */
import { readFile } from "node:fs/promises";
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { getAssociatedImage, getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import type { EncodedImage, Plane, SlideSource } from "@parfocal/slides/slide-source.ts";
import { thumbnailOf } from "@parfocal/slides/thumbnail-of.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openStoredSlide } from "#image/stored-slide.ts";
import { writeWhole } from "#platform/files/slide-folders.ts";
import type { Route } from "#platform/http/route.ts";
import { readCredentials } from "#platform/http/site-and-session.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { createOpenSlides } from "./open-slides.ts";
import { findPictureRight, type PictureRight } from "./tile-rights.ts";

/** Slides open at once; each holds one file descriptor. */
const MOST_OPEN_SLIDES = 1_000;
/** Reads at work at once; more wait in line, so that uploads and sign-ins find a thread (rule D-12). */
const READS_AT_ONCE = 48;
const MOST_WAITING = 5_000;
export const THUMBNAIL_SIDE_PX = 512;
/** The version is part of the address, so what it names never changes; only its own reader may keep it. */
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

const openSlides = createOpenSlides(MOST_OPEN_SLIDES);
const reads = createLimiter(READS_AT_ONCE, MOST_WAITING);

export const closeOpenSlides = () => openSlides.closeAll();

const noPicture = () => new AppError("notFound", "There is no such picture.");

const WHOLE_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Digits only: what is no number of a picture is no picture. */
function wholeNumber(text: string | undefined): number {
  if (text === undefined || !WHOLE_NUMBER.test(text)) throw noPicture();
  return Number(text);
}

/** Stops the work when the browser has gone on to another place. */
function signalOf(reply: FastifyReply): AbortSignal {
  const stop = new AbortController();
  reply.raw.once("close", () => stop.abort());
  return stop.signal;
}

type Read = (source: SlideSource, right: PictureRight, platform: Platform) => Promise<EncodedImage>;

async function answerPicture(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Read,
  guard?: (right: PictureRight) => void,
): Promise<FastifyReply> {
  const { params } = request as unknown as PictureRequest;
  const imageId = wholeNumber(params.imageId);
  const wanted = wholeNumber(params.version);
  const right = await findPictureRight(platform, readCredentials(request), { imageId, version: wanted });
  if (right.version === 0 || wanted !== right.version) throw noPicture();
  guard?.(right);
  const etag = `"${request.url}"`;
  if (request.headers["if-none-match"] === etag)
    return reply.code(304).header("etag", etag).header("cache-control", FOR_EVER).send();
  const { siteId, slideFileId, version } = right;
  try {
    const { bytes, mediaType } = await reads.run(() =>
      openSlides.read(
        `${siteId}/${slideFileId}/${version}`,
        () => openStoredSlide(platform.folders, siteId, slideFileId),
        (source) => read(source, right, platform),
      ),
    );
    return reply
      .header("content-type", mediaType)
      .header("cache-control", FOR_EVER)
      .header("etag", etag)
      .header("vary", "cookie, x-site-token")
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "same-origin")
      .send(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw noPicture();
    // The browser has gone on to another place: there is nobody to answer.
    if (reply.raw.destroyed) return reply;
    throw error;
  }
}

/** Kept on disk once it is made. */
async function readThumbnail(
  source: SlideSource,
  { siteId, slideFileId }: PictureRight,
  platform: Platform,
): Promise<EncodedImage> {
  const path = platform.folders.thumbnail(siteId, slideFileId);
  const kept = await readFile(path).catch(() => null);
  if (kept) return { bytes: kept, mediaType: "image/jpeg" };
  const made = await thumbnailOf(source, THUMBNAIL_SIDE_PX);
  await writeWhole(path, made.bytes);
  return made;
}

function pictureRoute(
  contract: Call,
  answer: (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Route {
  return {
    contract,
    register(app: FastifyInstance, platform: Platform) {
      app.get(contract.path.replace(/\{(\w+)\}/g, ":$1"), (request, reply) => answer(platform, request, reply));
    },
  };
}

export const tileRoutes = [
  pictureRoute(getTile, (platform, request, reply) => {
    const { params } = request as unknown as PictureRequest;
    const [level, x, y] = [wholeNumber(params.level), wholeNumber(params.x), wholeNumber(params.y)];
    const { channel = "0", depth = "0", time = "0" } = request.query as Partial<Record<keyof Plane, string>>;
    const plane: Plane = { channel: wholeNumber(channel), depth: wholeNumber(depth), time: wholeNumber(time) };
    const signal = signalOf(reply);
    return answerPicture(platform, request, reply, (source) => source.readTile(level, x, y, { signal, plane }));
  }),

  pictureRoute(getThumbnail, (platform, request, reply) => answerPicture(platform, request, reply, readThumbnail)),

  pictureRoute(getAssociatedImage, (platform, request, reply) => {
    const { name } = (request as unknown as PictureRequest).params;
    if (name !== "label" && name !== "macro" && name !== "thumbnail") throw noPicture();
    return answerPicture(
      platform,
      request,
      reply,
      (source) => source.readAssociatedImage(name),
      ({ isManager }) => {
        if (name === "label" && !isManager) throw noPicture();
      },
    );
  }),
];
