import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { ANNOTATION_FILTERS, DEFAULT_ANNOTATION_FILTER } from "../annotation/annotation-filter.ts";
import { EXPORT_FORMAT_NAMES } from "./export-formats.ts";
import { CROSSING_CHOICES } from "./import-limits.ts";
import { ANNOTATION_FILE_KINDS } from "./read-annotation-file.ts";

/** Answers a file, not JSON: `image-annotations.csv`, `.geojson` or `.jsonld`. */
export const exportAnnotations = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}/export",
  summary: "Export the annotations of an image visible to the caller as CSV, QuPath GeoJSON or W3C linked data",
  policy: "seesSite",
  params: z.object({ itemId: idText }),
  query: z.object({
    format: z.enum(EXPORT_FORMAT_NAMES).default("csv"),
    query: z.enum(ANNOTATION_FILTERS).default(DEFAULT_ANNOTATION_FILTER),
    /** Only annotations of this user. */
    userId: idText.optional(),
    /** For the filter `workgroup`; without it the file is empty. */
    workGroupId: z.union([idText, z.literal("").transform(() => undefined)]).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Form values are text. */
const yes = z.enum(["true", "false"]).transform((text) => text === "true");

const importReport = z.object({
  kind: z.enum(ANNOTATION_FILE_KINDS),
  isDryRun: z.boolean(),
  /** Number imported, or that would be imported. */
  accepted: z.int(),
  /** Of these, self-intersecting outlines stored as lines. */
  keptAsLines: z.int(),
  refused: z.int(),
  /** Of the rejected ones, self-intersecting outlines. */
  crossings: z.int(),
  /** The first rejected ones, in file order. */
  problems: z.array(
    z.object({
      /** Position in the file, from 1. */
      index: z.int(),
      /** Name in the file; may be empty. */
      name: z.string(),
      problem: z.string(),
    }),
  ),
  /** Nuclei of cells, which annotations cannot represent. */
  ignoredNuclei: z.int(),
  /** The new annotations, in file order; empty in a dry run. */
  ids: z.array(id),
});

export const importAnnotations = {
  method: "POST",
  path: "/v2/annotation/item/{itemId}/import",
  summary:
    "Import annotations from a file (multipart; GeoJSON, WKT, CSV): valid ones are imported, invalid ones reported",
  policy: "learn",
  isCreating: true,
  params: z.object({ itemId: idText }),
  form: z.strictObject({
    /** Preview: nothing is written. */
    isDryRun: yes.default(false),
    crossing: z.enum(CROSSING_CHOICES).default("refuse"),
    /** Work group of the new annotations; the caller must be a member. Default: none. */
    workGroupId: idText.optional(),
  }),
  answer: importReport,
} as const satisfies Call;
export type ImportReport = z.output<typeof importReport>;
