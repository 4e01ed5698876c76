/** Results of cell analysis, stored separately from annotations. Source: issue 18; spec part 2, sections 1, 8 and 9. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { WKT_MAX_CHARACTERS } from "../../geometry/wkt.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { REGION_KINDS } from "./analysis-region.ts";
import { type CellSettings, STAIN_KINDS, wrongCellSettings } from "./cell-settings.ts";
import { CORRECTIONS_MAX } from "./corrections.ts";

const ANALYSIS_NAME_MAX_CHARACTERS = 200;

/** Results of one person on one slide; deleted ones do not count. */
export const ANALYSES_OF_PERSON_MAX = 50;

/** Results in a list, the newest first. */
export const ANALYSES_LISTED_MAX = 200;

/** Nuclei in one result. Source: reliability.md, T-17. */
export const NUCLEI_MAX = 200_000;

/** Size of the packed nuclei in one answer, unless a single tile has more. */
export const NUCLEI_IN_ANSWER_MAX_BYTES = 4 * 1024 * 1024;

/** Image resolution of a request to the external service, per pixel. Source: docs/spec/constants.tsv. */
export const AI_RESOLUTION = 0.1;

/** Dilation kernel of a request to the external service. Source: docs/spec/constants.tsv. */
export const AI_DILATION_KERNEL = 5;

/** Requests to the external service (one per tile) per person. Source: reliability.md, T-17. */
export const SERVICE_CALLS_PER_HOUR = 30;

/** Deleted results can be restored for this long. */
export const ANALYSIS_RESTORE_DAYS = 30;

export const ANALYSERS = ["builtIn", "service"] as const;
export type AnalyserName = (typeof ANALYSERS)[number];

const stainVector = z.tuple([z.number(), z.number(), z.number()]);
const settings = z
  .strictObject({
    stain: z.enum(STAIN_KINDS as [CellSettings["stain"], ...CellSettings["stain"][]]),
    stainVectors: z.tuple([stainVector, stainVector]).optional(),
    incidentLight: stainVector.optional(),
    nucleusThreshold: z.number(),
    backgroundRadiusMicrometres: z.number(),
    smoothingSigmaMicrometres: z.number(),
    minAreaSquareMicrometres: z.number(),
    maxAreaSquareMicrometres: z.number(),
    minCircularity: z.number(),
    expansionMicrometres: z.number(),
    dabThresholds: z.tuple([z.number(), z.number(), z.number()]),
  })
  .superRefine((value, context) => {
    for (const name of wrongCellSettings(value as CellSettings))
      context.addIssue({ code: "custom", path: [name], message: "out of range" });
  })
  .transform((value) => value as CellSettings);

const cellClass = z.enum(["positive", "negative", "other"]);
const interval = z.object({ low: z.number(), high: z.number() });

const summary = z.object({
  count: z.int(),
  positiveCount: z.int(),
  negativeCount: z.int(),
  otherCount: z.int(),
  countByIntensity: z.tuple([z.int(), z.int(), z.int(), z.int()]),
  densityPerSquareMillimetre: z.number().nullable(),
  densityInterval95: interval.nullable(),
  positiveShare: z.number().nullable(),
  positiveShareInterval95: interval.nullable(),
  hScore: z.number().nullable(),
  meanAreaSquareMicrometres: z.number().nullable(),
});

const place = z.number().min(-1e9).max(1e9);

const nucleiNumber = z.int().min(0).max(NUCLEI_MAX);

export const countByHand = z.strictObject({
  positiveCount: nucleiNumber,
  negativeCount: nucleiNumber,
  /** Neither; in a stain without a marker all nuclei. */
  otherCount: nucleiNumber,
});

export const cellAnalysis = z.object({
  id,
  imageId: id,
  name: z.string(),
  author: z.string(),
  isUserOwner: z.boolean(),
  analyser: z.enum(ANALYSERS),
  settings: z.custom<CellSettings>(),
  regionKind: z.enum(REGION_KINDS),
  /** WKT of one or more polygons, slide pixels, y down. */
  geometry: z.string(),
  areaSquareMicrometres: z.number(),
  micrometresPerPixel: z.number(),
  /** `running` includes queued ones. */
  state: z.enum(["running", "done", "failed", "cancelled"]),
  /** Reason of the failure. */
  failure: z.enum(["tooManyNuclei", "service", "slide", "other"]).nullable(),
  /** Page of the result at an external service; null: none. */
  servicePage: z.string().nullable(),
  tileCount: z.int(),
  tilesDone: z.int(),
  nucleusCount: z.int(),
  /** Includes corrections; null until it is done. */
  summary: summary.nullable(),
  corrections: z.object({
    removed: z.array(z.int()),
    changed: z.array(z.object({ nucleus: z.int(), cellClass })),
    added: z.array(z.object({ at: z.tuple([z.number(), z.number()]), cellClass })),
  }),
  /** Incremented with each manual correction. */
  version: z.int(),
  /** Whether learners see it after saving their own count. */
  isCountFirst: z.boolean(),
  /** Whether the caller has to count first; until then nuclei and numbers are omitted. */
  isWithheld: z.boolean(),
  /** The caller's own count; null: none. */
  ownCount: countByHand.nullable(),
  createdAt: z.iso.datetime(),
});
export type CellAnalysis = z.output<typeof cellAnalysis>;

const name = z.string().trim().max(ANALYSIS_NAME_MAX_CHARACTERS);

export const listCellAnalyses = {
  method: "GET",
  path: "/v2/cellAnalysis/item/{itemId}",
  summary:
    "List the results of cell analysis on an image: the caller's own and those to be counted first, for experts all; the 200 newest, newest first",
  policy: "learn",
  params: z.object({ itemId: idText }),
  answer: z.object({
    analyses: z.array(cellAnalysis),
    /** Whether an external service is available. */
    hasService: z.boolean(),
  }),
} as const satisfies Call;

export const getCellAnalysis = {
  method: "GET",
  path: "/v2/cellAnalysis/{id}",
  summary: "Get a result of cell analysis, also while it is made",
  policy: "learn",
  params: idParams,
  answer: cellAnalysis,
} as const satisfies Call;

export const listCellNuclei = {
  method: "GET",
  path: "/v2/cellAnalysis/{id}/nuclei",
  summary: "List the nuclei of a result, tile by tile from a given one, packed; up to 4 MB",
  policy: "learn",
  params: idParams,
  /** First requested tile; default: 0. */
  query: z.object({
    from: z
      .string()
      .regex(/^\d{1,6}$/, "a tile is a whole number")
      .transform(Number)
      .default(0),
  }),
  answer: z.object({
    /** Consecutive tiles. Nuclei in the format of `packed-nuclei.ts`, base64. */
    tiles: z.array(z.object({ tile: z.int(), nuclei: z.string() })),
    /** First tile of the next request. */
    next: z.int(),
    /** Whether `next` is available already. */
    hasMore: z.boolean(),
  }),
} as const satisfies Call;

export const createCellAnalysis = {
  method: "POST",
  path: "/v2/cellAnalysis",
  summary: "Analyse the cells of a region; learners up to 4 mm²",
  policy: "learn",
  isCreating: true,
  body: z.strictObject({
    imageId: id,
    name: name.default(""),
    analyser: z.enum(ANALYSERS).default("builtIn"),
    settings,
    regionKind: z.enum(REGION_KINDS),
    geometry: z.string().min(1).max(WKT_MAX_CHARACTERS),
  }),
  answer: cellAnalysis,
} as const satisfies Call;

export const previewCellAnalysis = {
  method: "POST",
  path: "/v2/cellAnalysis/preview",
  summary: "Analyse the bounds, of large ones up to 1.5 megapixels at the middle, without storing the result",
  policy: "learn",
  body: z.strictObject({
    imageId: id,
    settings,
    /** Slide pixels. */
    bounds: z.strictObject({ minX: place, minY: place, maxX: place, maxY: place }),
  }),
  answer: z.object({
    /** The analysed bounds, slide pixels. */
    bounds: z.object({ minX: z.number(), minY: z.number(), maxX: z.number(), maxY: z.number() }),
    areaSquareMicrometres: z.number(),
    /** Nuclei in the format of `packed-nuclei.ts`, base64, to be joined over all parts. */
    parts: z.array(z.string()),
  }),
} as const satisfies Call;

export const renameCellAnalysis = {
  method: "PUT",
  path: "/v2/cellAnalysis/{id}",
  summary: "Name one of the caller's results",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ name }),
  answer: cellAnalysis,
} as const satisfies Call;

const nucleusNumber = z.int().min(0).max(NUCLEI_MAX);

export const correctCellAnalysis = {
  method: "PUT",
  path: "/v2/cellAnalysis/{id}/corrections",
  summary: "Correct one of the caller's results by hand: replaces all corrections of the given version",
  policy: "learn",
  params: idParams,
  body: z
    .strictObject({
      /** Version that the corrections were based on; rejected if it has changed. */
      version: z.int().positive(),
      removed: z.array(nucleusNumber).max(CORRECTIONS_MAX),
      changed: z.array(z.strictObject({ nucleus: nucleusNumber, cellClass })).max(CORRECTIONS_MAX),
      added: z.array(z.strictObject({ at: z.tuple([place, place]), cellClass })).max(CORRECTIONS_MAX),
    })
    .refine(({ removed, changed, added }) => removed.length + changed.length + added.length <= CORRECTIONS_MAX, {
      message: `at most ${CORRECTIONS_MAX} corrections`,
    })
    .refine(
      ({ removed, changed }) =>
        new Set([...removed, ...changed.map(({ nucleus }) => nucleus)]).size === removed.length + changed.length,
      { message: "a nucleus is corrected twice" },
    ),
  answer: cellAnalysis,
} as const satisfies Call;

export const cancelCellAnalysis = {
  method: "POST",
  path: "/v2/cellAnalysis/{id}/cancel",
  summary: "Stop an analysis of the caller; what was found so far is kept; no effect on a finished one",
  policy: "learn",
  params: idParams,
  answer: cellAnalysis,
} as const satisfies Call;

export const deleteCellAnalysis = {
  method: "DELETE",
  path: "/v2/cellAnalysis/{id}",
  summary: "Delete one of the caller's results; it can be restored for 30 days",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreCellAnalysis = {
  method: "POST",
  path: "/v2/cellAnalysis/{id}/restore",
  summary: "Restore one of the caller's deleted results",
  policy: "learn",
  params: idParams,
  answer: cellAnalysis,
} as const satisfies Call;
