import { getDeepZoomDescriptor, getDeepZoomTile } from "@parfocal/core/deep-zoom/deep-zoom.contract.ts";
import type { FastifyRequest } from "fastify";
import { allowAnyOrigin, answerRegion, answerUnchanged, findOfferedSlide, readOffered } from "#tile/offered-picture.ts";
import { noPicture, pictureRoute, wholeNumber } from "#tile/picture-route.ts";
import { describeDeepZoom, regionOfTile } from "./deep-zoom-geometry.ts";

const TILE = /^(\d{1,7})_(\d{1,7})\.jpe?g$/;

/** The name without its extension; a name with another extension is not an image. */
function nameBefore(ending: string, text: string | undefined): string {
  if (!text?.endsWith(ending)) throw noPicture();
  return text.slice(0, -ending.length);
}

const partsOf = (request: FastifyRequest) => request.params as Readonly<Record<string, string | undefined>>;

export const deepZoomRoutes = [
  pictureRoute(getDeepZoomDescriptor, async (platform, request, reply) => {
    allowAnyOrigin(reply);
    const offered = await findOfferedSlide(platform, request, nameBefore(".dzi", partsOf(request).descriptor));
    if (answerUnchanged(request, reply, offered, "deep zoom")) return reply;
    const descriptor = await readOffered(platform, offered, describeDeepZoom);
    return reply.header("content-type", "application/xml; charset=utf-8").send(descriptor);
  }),

  pictureRoute(getDeepZoomTile, async (platform, request, reply) => {
    allowAnyOrigin(reply);
    const { folder, level: levelText, tile = "" } = partsOf(request);
    const [, x, y] = TILE.exec(tile) ?? [];
    const place = { level: wholeNumber(levelText), x: wholeNumber(x), y: wholeNumber(y) };
    const offered = await findOfferedSlide(platform, request, nameBefore("_files", folder));
    if (answerUnchanged(request, reply, offered, `deep zoom ${place.level} ${place.x} ${place.y}`)) return reply;
    return answerRegion(platform, reply, offered, (source) => {
      const tileRegion = regionOfTile(source, place);
      if (!tileRegion) throw noPicture();
      return { ...tileRegion, isMirrored: false, rotationDeg: 0, quality: "color", format: "jpg" };
    });
  }),
];
