/**
 * Slides for other viewers, as Deep Zoom has them: `/deepzoom/5.dzi` and `/deepzoom/5_files/12/3_4.jpg`. A share's token
 * goes into the query (`?share=`, which viewers keep for the tiles) or after the id and a tilde (`5~1.….dzi`).
 *
 * Source: Microsoft, Deep Zoom File Format Overview.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";

const share = z.object({ share: z.string().optional() });

export const getDeepZoomDescriptor = {
  method: "GET",
  path: "/deepzoom/{descriptor}",
  summary: "A slide's Deep Zoom descriptor, as in 5.dzi",
  policy: "seesSite",
  params: z.object({ descriptor: z.string() }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;

export const getDeepZoomTile = {
  method: "GET",
  path: "/deepzoom/{folder}/{level}/{tile}",
  summary: "A tile, as in 5_files/12/3_4.jpg: levels count from a single pixel up, the slide is upright",
  policy: "seesSite",
  params: z.object({ folder: z.string(), level: z.string(), tile: z.string() }),
  query: share,
  answer: z.unknown(),
} as const satisfies Call;
