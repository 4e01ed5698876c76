/**
 * Slides for other viewers in Deep Zoom format: `/deepzoom/5.dzi` and `/deepzoom/5_files/12/3_4.jpg`. A share token is
 * passed in the query (`?share=`, which viewers keep for the tiles) or after the ID and a tilde (`5~1.….dzi`).
 *
 * Source: Microsoft, Deep Zoom File Format Overview.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";

const share = z.object(shareQuery);

export const getDeepZoomDescriptor = {
  method: "GET",
  path: "/deepzoom/{descriptor}",
  summary: "Get the Deep Zoom descriptor of a slide, e.g. 5.dzi",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ descriptor: z.string() }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;

export const getDeepZoomTile = {
  method: "GET",
  path: "/deepzoom/{folder}/{level}/{tile}",
  summary: "Get a Deep Zoom tile, e.g. 5_files/12/3_4.jpg; level 0 is a single pixel, the slide is upright",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ folder: z.string(), level: z.string(), tile: z.string() }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;
