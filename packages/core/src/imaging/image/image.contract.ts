import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { attachmentCard } from "../../content/attachment/attachment-card.contract.ts";
import { shownField } from "../../content/custom-field/shown-field.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb, itemCard } from "../../content/item/item-card.contract.ts";
import { title } from "../../content/item/item-text.contract.ts";
import { job } from "../../content/job/job.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { TILE_SOURCE_URL_MAX_CHARACTERS } from "../../people/site/external-limits.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { externalTileFacts } from "./external-tiles.contract.ts";

const slideLevel = z.object({
  /** Size of this level in its own pixels. */
  width: z.int(),
  height: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  /** Full-resolution pixels per pixel of this level. */
  downsample: z.number(),
  /** Pixels by which a tile overlaps each of its neighbours. */
  tileOverlapPx: z.int(),
});

const slideChannel = z.object({
  name: z.string(),
  /** Colour of full intensity, `#rrggbb`. */
  colour: z.string(),
  /** Default display range: samples shown as black and as full colour. */
  window: z.object({ min: z.number(), max: z.number() }),
});

/** Planes are selected by `?channel=&depth=&time=` after a tile's URL; all count from 0. */
const slidePlanes = z.object({
  /** Empty: tiles are in colour. Otherwise each tile contains one channel in grey. */
  channels: z.array(slideChannel),
  /** 8: tiles are grey PNGs; 16: PNGs with the high byte of a sample in red and the low byte in green. */
  sampleBits: z.union([z.literal(8), z.literal(16)]),
  /** Number of focus planes. */
  depths: z.int(),
  depthSpacingUm: z.number().nullable(),
  /** Number of time points. */
  times: z.int(),
});
export type SlidePlanes = z.output<typeof slidePlanes>;

export const slideInformation = z.object({
  /**
   * `tiles`: this server's tile route, by `levels`; the others are on another server, which the browser requests
   * directly.
   */
  tileDataSourceType: z.enum(["tiles", "deepzoom", "zoomify", "iiif"]),
  /**
   * URL template with {z}, {x}, {y}: z is the index into `levels`, y counts downwards, edge tiles are cropped to the
   * image. Null for tiles on another server: `externalTileUrl` builds their URLs from the two fields below.
   */
  tilesMapUrl: z.string().nullable(),
  tilesZipUrl: z.string().nullable(),
  /** URL of the descriptor on another server; null for local tiles. */
  tilesDataSourceUrl: z.string().nullable(),
  /** Contents of the descriptor; null for local tiles. */
  externalTiles: externalTileFacts.nullable(),
  /** Full resolution, px. */
  width: z.int(),
  height: z.int(),
  /** Tile width at full resolution, px. */
  tileSize: z.int(),
  /** Clockwise degrees that make the stored image upright. */
  orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Along x; null: unknown. */
  micronsPerPixel: z.number().nullable(),
  micronsPerPixelY: z.number().nullable(),
  /** Nominal magnification of the objective; null: unknown. */
  objectivePower: z.number().nullable(),
  /** From full resolution down, one entry per available resolution. */
  levels: z.array(slideLevel),
  /** Null: a single image in colour. */
  planes: slidePlanes.nullable(),
});
export type SlideInformation = z.output<typeof slideInformation>;

const scanFacts = z.object({
  scannerMaker: z.string().nullable(),
  scannerModel: z.string().nullable(),
  scannerSerial: z.string().nullable(),
  /** ISO 8601; without a zone it is the scanner's local time. A date only, if the time is unknown. */
  scannedAt: z.string().nullable(),
  objectivePower: z.number().nullable(),
  /** Numerical aperture. */
  objectiveNa: z.number().nullable(),
  stain: z.string().nullable(),
  /** From the file's metadata, or read from the label image. */
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
  /** Name of the uploaded file; empty unless the caller manages content, because it may contain a patient's name. */
  originalFilename: z.string(),
  parentId: id.nullable(),
  parentType: z.string().nullable(),
  /** Centre of the opening view, `[x, y]` in slide pixels; null: the whole slide. */
  center: z.tuple([z.number(), z.number()]).nullable(),
  zoom: z.number().nullable(),
  /** Multiple of 45, degrees clockwise, in addition to the slide's own orientation. */
  rotation: z.number(),
  /** Colour adjustment of the default preset; null: none. */
  colour: colourAdjustment.nullable(),
  /** Null until the slide can be viewed. */
  slideInformation: slideInformation.nullable(),
  /** `processing`: see `job` for progress; `missing`: its file was not found. */
  state: z.enum(["processing", "ready", "failed", "missing"]),
  /** The latest unfinished job of its file; null: none. */
  job: job.nullable(),
  /** Path of the thumbnail, longer side 512 px. */
  thumbnail: z.string().nullable(),
  /** Whether an editor made the thumbnail; otherwise it is the scaled-down slide. */
  isThumbnailOwn: z.boolean(),
  /** Empty unless the caller manages content. */
  associatedImages: z.array(
    z.object({ name: z.enum(["label", "macro", "thumbnail"]), width: z.int(), height: z.int(), url: z.string() }),
  ),
  /** Metadata of the file (scanner, date …) by its own keys; empty unless the caller manages content. */
  fileProperties: z.array(z.object({ name: z.string(), value: z.string() })),
  /**
   * Scan metadata of the file. Callers who do not manage content get the scanner's make and model and the objective;
   * the rest is null. Null if there is no file on this server.
   */
  scanFacts: scanFacts.nullable(),
  /** When patient data was last removed from the stored file; null: never, or not visible to the caller. */
  deidentifiedAt: z.iso.datetime().nullable(),
  /** When the slide was added; null unless the caller manages content. */
  addedAt: z.iso.datetime().nullable(),
  /** Null also if the account was deleted, or if it was added automatically. */
  addedBy: z.string().nullable(),
  fileFormat: z.string(),
  fileBytes: z.int(),
  /** Fields with a value, the primary one first. */
  customFields: z.array(shownField),
  /** Its files and links, in order. */
  attachments: z.array(attachmentCard),
  /** From the course down to this image. */
  path: z.array(crumb),
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanAnnotate: z.boolean(),
  userCanEdit: z.boolean(),
  /** Whether annotations are shown in this parent. */
  annotationsActive: z.boolean(),
  /** Whether it is opened in a case whose slides, as far as visible to the caller, are bound. */
  isBound: z.boolean(),
});
export type Image = z.output<typeof image>;

/**
 * The parent in which the image is opened, e.g. `parent=3`; default: the first that the caller may see. With `share`:
 * no attachments, a path that starts at the shared item, and the token in thumbnail and tile URLs; title, subtitle,
 * summary, tags, custom fields, scan facts and channel names are empty where the share hides slide information.
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
    page: pageNumberText,
    q: searchText,
    /** Only images in this course or folder. */
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
    /** New title of the image, since titles are often file names. */
    title,
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
    title,
    /** Course or folder. */
    parentId: id,
    tileDataSourceType: z.enum(["deepzoom", "zoomify", "iiif"]),
    /** URL of the descriptor: https, without user name and password. */
    tilesDataSourceUrl: z.string().min(1).max(TILE_SOURCE_URL_MAX_CHARACTERS),
    /** Contents of the descriptor, as read by the browser. */
    facts: externalTileFacts,
    /** Null: unknown. */
    micronsPerPixel: z.number().positive().max(10_000).nullable(),
  }),
  answer: image,
} as const satisfies Call;
