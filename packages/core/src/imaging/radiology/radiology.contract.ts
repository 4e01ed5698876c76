/**
 * Radiology items: the images of a study (CT, MR, X-ray, ultrasound …), uploaded as a zip of DICOM files.
 *
 * The server delivers cleaned DICOM files: an allowlist of what is needed to show an image, without patient data
 * (docs/patient-data.md).
 *
 * Sources: spec part 1, sections 3 ("Radiology") and 7; part 2, section 7; rules D-8 to D-10.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { itemCard } from "../../content/item/item-card.contract.ts";
import { subtitle, title } from "../../content/item/item-text.contract.ts";
import { placedContent, seenVersion } from "../../content/item/placed-content.contract.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { INTEGER_MAX, id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";

export const RADIOLOGY_TEXT_MAX_CHARACTERS = 10_000;
export const RADIOLOGY_PAGE_SIZE = 30;

/** `checking`: being unpacked and checked. `failed`: there is nothing to show; see `fault`. */
const RADIOLOGY_STATES = ["checking", "ready", "failed"] as const;

/** Reasons why a zip cannot become a radiology item. `error` gives details in English. */
const RADIOLOGY_FAULTS = [
  /** Not a zip, truncated, or malformed. */
  "damaged",
  /** Encrypted, with an unsupported compression, or with a nested archive. */
  "unsupported",
  /** Too many files, or too large when unpacked. */
  "tooLarge",
  /** Contains no DICOM images. */
  "noPictures",
] as const;
export type RadiologyFault = (typeof RADIOLOGY_FAULTS)[number];

const radiology = z.object({
  ...placedContent,
  /** Plain text. */
  summary: z.string(),
  state: z.enum(RADIOLOGY_STATES),
  /** Share of the check done, 0 to 1. */
  progress: z.number(),
  /** User-facing message if it failed, else null; for editors only. */
  error: z.string().nullable(),
  /** The same as a code; null also if the server is at fault. */
  fault: z.enum(RADIOLOGY_FAULTS).nullable(),
  /** The check that failed because of the server; `retryJob` restarts it. Null: nothing to retry. */
  failedJobId: id.nullable(),
  /** Part of the image URLs; 0 until there are images. */
  version: z.int(),
  /** Series visible to the caller or the share. */
  seriesCount: z.int(),
  instanceCount: z.int(),
  /** Files of the zip that were ignored: not DICOM, or DICOM without an image; null unless the caller may edit. */
  ignoredCount: z.int().nullable(),
});
export type Radiology = z.output<typeof radiology>;

/** Reasons why the images of a series cannot be shown. */
const SERIES_FAULTS = [
  /** Encoded as video or in another unsupported way. */
  "encoding",
  /** Unsupported pixel format: not 8 or 16 bits deep, or an unknown colour model. */
  "pixels",
] as const;
export type SeriesFault = (typeof SERIES_FAULTS)[number];

const seriesInstance = z.object({
  /** From 1, counted over all series of the item; part of the image URL. */
  number: z.int(),
  /** 1 or more. */
  frames: z.int(),
  /** Size of the delivered file. */
  bytes: z.int(),
});

const radiologySeries = z.object({
  /** From 1, in display order. */
  number: z.int(),
  /** DICOM modality: CT, MR, US … */
  modality: z.string(),
  /** Series description as entered at the scanner, which may name a person; null unless the caller may edit. */
  description: z.string().nullable(),
  /** Anatomical plane of the images; null: unknown. */
  plane: z.enum(["axial", "coronal", "sagittal", "oblique"]).nullable(),
  instanceCount: z.int(),
  /** Total of all instances. */
  frameCount: z.int(),
  /** Of the first image, in pixels. */
  rows: z.int(),
  columns: z.int(),
  /** Between rows and between columns, in mm; null: unknown. */
  pixelSpacingMm: z.tuple([z.number(), z.number()]).nullable(),
  /** Distance between slices, in mm; null: unknown or not uniform. */
  sliceSpacingMm: z.number().nullable(),
  isShowable: z.boolean(),
  /** Reason why it cannot be shown; null: it can. */
  fault: z.enum(SERIES_FAULTS).nullable(),
  /** Whether it is visible to editors only. */
  isHidden: z.boolean(),
  /** Whether names may be burned into the pixels (stated by DICOM, or likely for this type of image). */
  mayShowNames: z.boolean(),
  /** Path of the thumbnail of its middle image, WebP, longer side up to 256 px; null: none. */
  thumbnail: z.string().nullable(),
  /** In display order: along the body, otherwise by number. */
  instances: z.array(seriesInstance),
});
export type RadiologySeries = z.output<typeof radiologySeries>;

const summary = z.string().max(RADIOLOGY_TEXT_MAX_CHARACTERS);

export const getRadiology = {
  method: "GET",
  path: "/v2/radiology/{id}",
  summary:
    "Get a radiology item and the progress of its check; also by the token of a share that shows slide information",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object({ parent: idText.optional(), ...shareQuery }),
  answer: radiology,
} as const satisfies Call;

export const getRadiologySeries = {
  method: "GET",
  path: "/v2/radiology/{id}/series",
  summary: "List the series of a radiology item and their instances in display order; empty until it is ready",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object(shareQuery),
  answer: z.object({
    /** `{n}` is replaced by an instance's number; null: no images yet. */
    instanceUrl: z.string().nullable(),
    series: z.array(radiologySeries),
  }),
} as const satisfies Call;

export const updateRadiology = {
  method: "PUT",
  path: "/v2/radiology/{id}",
  summary: "Update a radiology item and the series visible to learners; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    summary: summary.optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    seen: z.strictObject({ title: seenVersion, subtitle: seenVersion, summary: seenVersion }).optional(),
    /**
     * Series to hide from or show to learners. Series that are not listed are unchanged, since another editor may have
     * hidden them in the meantime. Applies to all copies of the item.
     */
    series: z
      .array(z.strictObject({ number: z.int().positive().max(INTEGER_MAX), isHidden: z.boolean() }))
      .max(10_000)
      .optional(),
  }),
  answer: radiology,
} as const satisfies Call;

export const listRadiology = {
  method: "GET",
  path: "/v2/radiology",
  summary: "List radiology items by title, subtitle or summary, newest first, 30 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
    /** Only items in this folder or course. */
    folder: idText.optional(),
  }),
  answer: z.array(itemCard),
} as const satisfies Call;

export const addRadiologyToParent = {
  method: "POST",
  path: "/v2/radiology/{id}/parent",
  summary: "Add a radiology item to the end of another course or folder; no effect if already there",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /** The item's ID again, as the specification requires. */
    itemId: id,
    parentId: id,
  }),
  answer: radiology,
} as const satisfies Call;

export const copyRadiology = {
  method: "PUT",
  path: "/v2/radiology/copy",
  summary: "Copy a radiology item to the end of a course or folder; the images are shared",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ id, parentId: id }),
  answer: radiology,
} as const satisfies Call;

export const getRadiologyStorageStatus = {
  method: "GET",
  path: "/v2/radiology/storage/status",
  summary: "Get the free disk space for radiology uploads",
  policy: "manageContent",
  answer: z.object({
    /** In bytes. */
    availableSpace: z.int(),
  }),
} as const satisfies Call;

/**
 * Answers bytes, not JSON, outside `/api`: `application/dicom`, a cleaned DICOM part-10 file. Immutable, permanently
 * cacheable.
 */
export const getRadiologyInstance = {
  method: "GET",
  path: "/radiology/{id}/{version}/instance/{number}",
  summary: "Get one instance as a de-identified DICOM file",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ id: idText, version: idText, number: idText }),
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

/** Answers bytes, not JSON, outside `/api`. */
export const getRadiologyThumbnail = {
  method: "GET",
  path: "/radiology/{id}/{version}/thumbnail/{number}",
  summary: "Get the thumbnail of a series (middle image, WebP)",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ id: idText, version: idText, number: idText }),
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;
