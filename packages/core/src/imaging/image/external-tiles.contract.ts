/** The stored part of another server's descriptor. */
import { z } from "zod";
import {
  EXTERNAL_LEVELS_MAX,
  EXTERNAL_SIDE_MAX_PX,
  EXTERNAL_TILE_FORMATS,
  EXTERNAL_TILE_MAX_PX,
} from "../../people/site/external-limits.ts";
import type { ExternalTileFacts } from "./external-tiles.ts";

const side = z.int().min(1).max(EXTERNAL_SIDE_MAX_PX);
const tileSide = z.int().min(1).max(EXTERNAL_TILE_MAX_PX);
const format = z.enum(EXTERNAL_TILE_FORMATS);

const deepZoom = z.strictObject({
  type: z.literal("deepzoom"),
  width: side,
  height: side,
  tileSize: tileSide,
  tileOverlapPx: z.int().min(0).max(EXTERNAL_TILE_MAX_PX),
  format,
});

const zoomify = z.strictObject({
  type: z.literal("zoomify"),
  width: side,
  height: side,
  tileSize: tileSide,
  halving: z.enum(["up", "down"]),
});

const iiif = z.strictObject({
  type: z.literal("iiif"),
  version: z.union([z.literal(2), z.literal(3)]),
  width: side,
  height: side,
  format,
  isLevel0: z.boolean(),
  tileLevels: z
    .array(z.strictObject({ scaleFactor: side, tileWidth: tileSide, tileHeight: tileSide }))
    .max(EXTERNAL_LEVELS_MAX),
  sizes: z.array(z.strictObject({ width: tileSide, height: tileSide })).max(EXTERNAL_LEVELS_MAX),
});

export const externalTileFacts: z.ZodType<ExternalTileFacts, ExternalTileFacts> = z.discriminatedUnion("type", [
  deepZoom,
  zoomify,
  iiif,
]);
