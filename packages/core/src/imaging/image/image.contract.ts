import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { attachmentCard } from "../../content/attachment/attachment-card.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/course/course.contract.ts";
import { shownField } from "../../content/custom-field/shown-field.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb, itemCard } from "../../content/item/item-card.contract.ts";
import { job } from "../../content/job/job.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { TILE_SOURCE_URL_MAX_CHARACTERS } from "../../people/site/external-limits.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { externalTileFacts } from "./external-tiles.contract.ts";

const slideLevel = z.object({
  /** Size of the picture at this level, in its own pixels. */
  width: z.int(),
  height: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  /** Full-resolution pixels per pixel of this level. */
  downsample: z.number(),
  /** Pixels that a tile shows beyond its own place, towards each neighbour that it has. */
  tileOverlapPx: z.int(),
});

const slideChannel = z.object({
  name: z.string(),
  /** Colour of full intensity, `#rrggbb`. */
  colour: z.string(),
  /** Samples shown as black and as full colour, unless someone chooses others. */
  window: z.object({ min: z.number(), max: z.number() }),
});

/** Planes are chosen by `?channel=&depth=&time=` after a tile's URL; all count from 0. */
const slidePlanes = z.object({
  /** Empty: tiles are in colour. Otherwise each tile shows one channel in grey. */
  channels: z.array(slideChannel),
  /** 8: a tile is a grey PNG; 16: a PNG whose red is the high and green the low byte of a sample. */
  sampleBits: z.union([z.literal(8), z.literal(16)]),
  /** Number of focus planes. */
  depths: z.int(),
  depthSpacingUm: z.number().nullable(),
  /** Number of points in time. */
  times: z.int(),
});
export type SlidePlanes = z.output<typeof slidePlanes>;

export const slideInformation = z.object({
  /** `tiles`: our own tile route, by `levels`; the others lie on another server, which the browser asks itself. */
  tileDataSourceType: z.enum(["tiles", "deepzoom", "zoomify", "iiif"]),
  /**
   * URL template with {z}, {x}, {y}: z is the index into `levels`, y counts downwards, edge tiles are cut to the picture.
   * null for tiles on another server: `externalTileUrl` makes their addresses of the two fields below.
   */
  tilesMapUrl: z.string().nullable(),
  tilesZipUrl: z.string().nullable(),
  /** Of the descriptor on another server; null: the tiles are ours. */
  tilesDataSourceUrl: z.string().nullable(),
  /** What the descriptor says; null: the tiles are ours. */
  externalTiles: externalTileFacts.nullable(),
  /** Full resolution, px. */
  width: z.int(),
  height: z.int(),
  /** Tile width at full resolution, px. */
  tileSize: z.int(),
  /** Clockwise degrees that bring the stored picture upright. */
  orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Along x; null: not known. */
  micronsPerPixel: z.number().nullable(),
  micronsPerPixelY: z.number().nullable(),
  /** Nominal magnification of the objective; null: not known. */
  objectivePower: z.number().nullable(),
  /** From full resolution down: one entry per resolution that can be had. */
  levels: z.array(slideLevel),
  /** null: one picture in colour. */
  planes: slidePlanes.nullable(),
});
export type SlideInformation = z.output<typeof slideInformation>;

const scanFacts = z.object({
  scannerMaker: z.string().nullable(),
  scannerModel: z.string().nullable(),
  scannerSerial: z.string().nullable(),
  /** ISO 8601; without a zone: the time where the scanner stood. A date alone where no time is known. */
  scannedAt: z.string().nullable(),
  objectivePower: z.number().nullable(),
  /** Numerical aperture. */
  objectiveNa: z.number().nullable(),
  stain: z.string().nullable(),
  /** Of the file's own words, or read from the picture of its label. */
  barcode: z.string().nullable(),
  software: z.string().nullable(),
});
export type ImageScanFacts = z.output<typeof scanFacts>;

export const image = z.object({
  id,
  itemId: id,
  postId: id,
  title: z.string(),
  subtitle: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  /** As it was called where it came from; empty for those who do not manage content, as it may name a patient. */
  originalFilename: z.string(),
  parentId: id.nullable(),
  parentType: z.string().nullable(),
  /** Where the view opens, `[x, y]` in slide pixels; null: the whole slide. */
  center: z.tuple([z.number(), z.number()]).nullable(),
  zoom: z.number().nullable(),
  /** Multiple of 45, degrees clockwise, on top of the slide's own orientation. */
  rotation: z.number(),
  /** What it opens with: that of its default colour preset; null: as it is. */
  colour: colourAdjustment.nullable(),
  /** null until the slide can be looked at. */
  slideInformation: slideInformation.nullable(),
  /** `processing`: `job` tells how far; `missing`: its file is gone. */
  state: z.enum(["processing", "ready", "failed", "missing"]),
  /** The latest work on its file that is not done; null: none. */
  job: job.nullable(),
  /** Path of a small picture, longer side 512 px. */
  thumbnail: z.string().nullable(),
  /** Whether that was taken by an editor, and is not the whole slide made small. */
  isThumbnailOwn: z.boolean(),
  /** None for those who do not manage content. */
  associatedImages: z.array(
    z.object({ name: z.enum(["label", "macro", "thumbnail"]), width: z.int(), height: z.int(), url: z.string() }),
  ),
  /** What the file says of itself (scanner, date …), by its own keys; none for those who do not manage content. */
  fileProperties: z.array(z.object({ name: z.string(), value: z.string() })),
  /**
   * What the file says of its scan. Those who do not manage content are told the scanner's make and model and its objective;
   * the rest is null. null: there is no file of ours.
   */
  scanFacts: scanFacts.nullable(),
  /** When patient data was last removed from the stored file; null: never, or not for the caller to know. */
  deidentifiedAt: z.iso.datetime().nullable(),
  /** When the slide was added, and who added it; null for those who do not manage content. */
  addedAt: z.iso.datetime().nullable(),
  /** null also if the account was deleted, or if no person added it. */
  addedBy: z.string().nullable(),
  fileFormat: z.string(),
  fileBytes: z.int(),
  /** Those with a value, the primary one first. */
  customFields: z.array(shownField),
  /** Files and links that belong to it, in their order. */
  attachments: z.array(attachmentCard),
  /** From the course down to this image. */
  path: z.array(crumb),
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanAnnotate: z.boolean(),
  userCanEdit: z.boolean(),
  /** Whether annotations are shown here (per parent). */
  annotationsActive: z.boolean(),
  /** Whether it is opened in a case whose slides, as far as one sees them, are bound to each other. */
  isBound: z.boolean(),
});
export type Image = z.output<typeof image>;

/**
 * Which of its places an image is opened in, e.g. `parent=3`; without it, the first that the caller may see. With `share`:
 * no attachments, the path from the shared item down, and thumbnails and tiles with the token; title, subtitle, summary,
 * tags, custom fields, scan facts and names of channels are empty where the share hides slide information.
 */
const placeQuery = z.object({
  parent: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
  ...shareQuery,
});

export const getImage = {
  method: "GET",
  path: "/v2/image/{id}",
  summary: "Get a slide and the location of its tiles; also by the token of a share",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: placeQuery,
  answer: image,
} as const satisfies Call;

export const getImageByPost = {
  method: "GET",
  path: "/v2/image/post/{id}",
  summary: "Get a slide by the ID of its page in the host site",
  policy: "seesSite",
  params: idParams,
  query: placeQuery.omit({ share: true }),
  answer: image,
} as const satisfies Call;

export const IMAGE_PAGE_SIZE = 30;

export const listImages = {
  method: "GET",
  path: "/v2/image",
  summary: "List images by title, file name, barcode or scanner, newest first, 30 per page",
  policy: "manageContent",
  query: z.object({
    page: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .default(1),
    q: z.string().trim().max(200).default(""),
    /** Only those that lie in this folder or course. */
    folder: idText.optional(),
  }),
  answer: z.array(itemCard),
} as const satisfies Call;

export const deidentifyImage = {
  method: "POST",
  path: "/v2/image/{id}/deidentify",
  summary: "Remove patient data from the stored file of a slide; this cannot be undone",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /** Titles are often made of the names of files: the one that it is to have from now on. */
    title: z.string().trim().min(1).max(TITLE_MAX_CHARACTERS),
  }),
  answer: job,
} as const satisfies Call;

export const createExternalImage = {
  method: "POST",
  path: "/v2/image/external",
  summary: "Add a slide from another server; the site must allow its host, and nothing is fetched from it",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title: z.string().trim().min(1).max(TITLE_MAX_CHARACTERS),
    /** Course or folder. */
    parentId: id,
    tileDataSourceType: z.enum(["deepzoom", "zoomify", "iiif"]),
    /** Of the descriptor: https, without name and password. */
    tilesDataSourceUrl: z.string().min(1).max(TILE_SOURCE_URL_MAX_CHARACTERS),
    /** What the descriptor says, as the browser has read it. */
    facts: externalTileFacts,
    /** null: not known. */
    micronsPerPixel: z.number().positive().max(10_000).nullable(),
  }),
  answer: image,
} as const satisfies Call;
