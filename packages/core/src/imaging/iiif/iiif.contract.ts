/**
 * Slides for other viewers via the International Image Interoperability Framework. All paths are at the root, beside
 * the tiles.
 *
 * An image's identifier is its ID, or its ID, a tilde and a share token (`5~1.…`): IIIF clients build URLs from the
 * identifier alone, so a token in the query would be lost.
 *
 * Sources: IIIF Image API 3.0 (level 2), Presentation API 3.0.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { idText } from "../../platform/ids.ts";

const identifier = z.object({ identifier: z.string() });
const share = z.object(shareQuery);

export const getIiifBase = {
  method: "GET",
  path: "/iiif/3/{identifier}",
  summary: "Redirect to the image information (info.json)",
  policy: "seesSite",
  acceptsShare: true,
  params: identifier,
  query: share,
  answer: z.unknown(),
} as const satisfies Call;

export const getIiifInformation = {
  method: "GET",
  path: "/iiif/3/{identifier}/info.json",
  summary: "Get the image information of a slide: size, tiles, formats and limits",
  policy: "seesSite",
  acceptsShare: true,
  params: identifier,
  query: share,
  answer: z.unknown(),
} as const satisfies Call;

export const getIiifImage = {
  method: "GET",
  path: "/iiif/3/{identifier}/{region}/{size}/{rotation}/{file}",
  summary:
    "Get a region of a slide, upright, as an image of any size; the file names quality and format, e.g. default.jpg",
  policy: "seesSite",
  acceptsShare: true,
  params: identifier.extend({ region: z.string(), size: z.string(), rotation: z.string(), file: z.string() }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;

/** Kinds of item that have a manifest. */
const MANIFEST_KINDS = ["course", "folder", "case", "image"] as const;

export const getManifest = {
  method: "GET",
  path: "/iiif/presentation/3/{kind}/{id}/manifest.json",
  summary: "Get the visible slides of a course, folder or case, or one slide, in order, as a IIIF manifest",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ kind: z.enum(MANIFEST_KINDS), id: idText }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;
