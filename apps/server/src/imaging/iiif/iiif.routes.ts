/** Slides by the IIIF Image API 3.0, level 2, and their collections by the Presentation API 3.0. */
import { getIiifBase, getIiifImage, getIiifInformation, getManifest } from "@parfocal/core/iiif/iiif.contract.ts";
import { iiifImageAddress } from "@parfocal/core/iiif/viewer-addresses.ts";
import { uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import {
  allowAnyOrigin,
  answerRegion,
  answerUnchanged,
  findOfferedSlide,
  type OfferedSlide,
  readOffered,
} from "#tile/offered-picture.ts";
import { pictureRoute } from "#tile/picture-route.ts";
import { answerManifest } from "./answer-manifest.ts";
import { describeImage, IMAGE_CONTEXT, LEVEL_2_PROFILE } from "./image-information.ts";
import { canonicalRequest, type ImageRequestTexts, readImageRequest } from "./image-request.ts";
import { sendJsonLd } from "./json-ld.ts";

const partsOf = (request: FastifyRequest) => request.params as ImageRequestTexts & { readonly identifier: string };

const idOf = (request: FastifyRequest, { imageId, viewer, right }: OfferedSlide) =>
  iiifImageAddress({ origin: publicOriginOf(request, right.siteOrigins), shareToken: viewer.shareToken }, imageId);

function leadOn(request: FastifyRequest, reply: FastifyReply, offered: OfferedSlide): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(`${idOf(request, offered)}/info.json`, 303);
}

export const iiifRoutes = [
  pictureRoute(getIiifBase, async (platform, request, reply) => {
    allowAnyOrigin(reply);
    return leadOn(request, reply, await findOfferedSlide(platform, request, partsOf(request).identifier));
  }),

  pictureRoute(getIiifInformation, async (platform, request, reply) => {
    allowAnyOrigin(reply);
    const offered = await findOfferedSlide(platform, request, partsOf(request).identifier);
    const id = idOf(request, offered);
    if (answerUnchanged(request, reply, offered, `info ${id} ${request.headers.accept}`)) return reply;
    const information = await readOffered(platform, offered, (source) => describeImage(source, id));
    return sendJsonLd(request, reply, IMAGE_CONTEXT, information);
  }),

  pictureRoute(getIiifImage, async (platform, request, reply) => {
    allowAnyOrigin(reply);
    const parts = partsOf(request);
    const offered = await findOfferedSlide(platform, request, parts.identifier);
    const full = await readOffered(platform, offered, uprightSizeOf);
    const imageRequest = readImageRequest(parts, full);
    const canonical = canonicalRequest(imageRequest, full);
    reply.header(
      "link",
      [`<${idOf(request, offered)}/${canonical}>;rel="canonical"`, `<${LEVEL_2_PROFILE}>;rel="profile"`].join(","),
    );
    if (answerUnchanged(request, reply, offered, canonical)) return reply;
    return answerRegion(platform, reply, offered, () => imageRequest);
  }),

  pictureRoute(getManifest, answerManifest),
];
