/**
 * Radiology items: the pictures of an examination (CT, MR, X-ray, ultrasound …), brought as a zip of DICOM files.
 *
 * What is served of them are DICOM files again, but cleaned: an allow-list of what it takes to show a picture, and nothing of
 * whom it shows (docs/patient-data.md).
 *
 * Sources: spec part 1, sections 3 ("Radiology") and 7; part 2, section 7; rules D-8 to D-10.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/course/course.contract.ts";
import { itemCard } from "../../content/item/item-card.contract.ts";
import { placedContent, seenVersion } from "../../content/item/placed-content.contract.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { INTEGER_MAX, id, idParams, idText } from "../../platform/ids.ts";

export const RADIOLOGY_TEXT_MAX_CHARACTERS = 10_000;
export const RADIOLOGY_PAGE_SIZE = 30;

/** `checking`: unpacked and looked at. `failed`: there is nothing to show, and `fault` says why. */
export const RADIOLOGY_STATES = ["checking", "ready", "failed"] as const;

/** Why a zip cannot become a radiology item. The sentence beside it says more, in English. */
export const RADIOLOGY_FAULTS = [
  /** No zip, one that ends early, or one as no honest program writes it. */
  "damaged",
  /** With a password, packed in a way that is not read, or with another archive in it. */
  "unsupported",
  /** More files, or more in it, than is taken. */
  "tooLarge",
  /** No DICOM picture in it. */
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
  /** Only for those who may edit: why it failed, as a sentence; null otherwise. */
  error: z.string().nullable(),
  /** The same as a code; null also where our server is to blame. */
  fault: z.enum(RADIOLOGY_FAULTS).nullable(),
  /** Of the check that failed by our server's fault: `retryJob` begins it once more; null: there is nothing to retry. */
  failedJobId: id.nullable(),
  /** Part of the pictures' addresses; 0 until there are any. */
  version: z.int(),
  /** Of what the caller, or the share, may see. */
  seriesCount: z.int(),
  instanceCount: z.int(),
  /** Files of the zip that were left out: no DICOM, or DICOM without a picture; null for those who may not edit. */
  ignoredCount: z.int().nullable(),
});
export type Radiology = z.output<typeof radiology>;

/** Why the pictures of a series cannot be shown. */
export const SERIES_FAULTS = [
  /** Encoded as a video or in another way that no viewer of ours reads. */
  "encoding",
  /** The kind of pixels: not 8 or 16 bits deep, or colours of an unknown kind. */
  "pixels",
] as const;
export type SeriesFault = (typeof SERIES_FAULTS)[number];

const seriesInstance = z.object({
  /** From 1, through all series of the item; part of the picture's address. */
  number: z.int(),
  /** 1 or more. */
  frames: z.int(),
  /** Of the file that is served. */
  bytes: z.int(),
});

const radiologySeries = z.object({
  /** From 1, in the order that they are shown. */
  number: z.int(),
  /** As DICOM has it: CT, MR, US … */
  modality: z.string(),
  /** In the words of those who made it, which may name somebody: only for those who may edit, else null. */
  description: z.string().nullable(),
  /** How the pictures lie in the body, where the file says so; null: not known. */
  plane: z.enum(["axial", "coronal", "sagittal", "oblique"]).nullable(),
  instanceCount: z.int(),
  /** Of all instances together. */
  frameCount: z.int(),
  /** Of the first picture, in pixels. */
  rows: z.int(),
  columns: z.int(),
  /** From row to row and from column to column, in mm; null: not known. */
  pixelSpacingMm: z.tuple([z.number(), z.number()]).nullable(),
  /** From one slice to the next, in mm; null: not known, or not always the same. */
  sliceSpacingMm: z.number().nullable(),
  isShowable: z.boolean(),
  /** Why not; null: it can be shown. */
  fault: z.enum(SERIES_FAULTS).nullable(),
  /** Whether only those who may edit see it. */
  isHidden: z.boolean(),
  /** Whether names may be written into the pixels (DICOM says so, or it is a kind of picture that often has them). */
  mayShowNames: z.boolean(),
  /** Path of a small picture of its middle, WebP, longer side 256 px at most; null: none could be made. */
  thumbnail: z.string().nullable(),
  /** In the order that they are shown: along the body, else by their numbers. */
  instances: z.array(seriesInstance),
});
export type RadiologySeries = z.output<typeof radiologySeries>;

const title = z.string().trim().min(1).max(TITLE_MAX_CHARACTERS);
const subtitle = z.string().trim().max(TITLE_MAX_CHARACTERS);
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
    /** `{n}` is to be replaced by an instance's number; null: there are none yet. */
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
     * Series that only those who may edit are to see, or everybody: those that are not named stay as they are, since another
     * may have hidden them meanwhile. Copies of the item have the same.
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
    page: z
      .string()
      .regex(/^[1-9]\d{0,5}$/)
      .transform(Number)
      .default(1),
    q: z.string().trim().max(200).default(""),
    /** Only those that lie in this folder or course. */
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
    /** The item's own id once more, as the specification has it. */
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

/** Answers bytes, not JSON, and lies beside `/api`: `application/dicom`, a cleaned DICOM part-10 file. May be kept for ever. */
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

/** Answers bytes, not JSON, and lies beside `/api`. */
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
