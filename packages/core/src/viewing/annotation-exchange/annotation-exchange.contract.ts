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
    /** Only those of this user. */
    userId: idText.optional(),
    /** Of the filter `workgroup`; without one the file holds none. */
    workGroupId: z.union([idText, z.literal("").transform(() => undefined)]).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** In a form everything is text. */
const yes = z.enum(["true", "false"]).transform((text) => text === "true");

const importReport = z.object({
  kind: z.enum(ANNOTATION_FILE_KINDS),
  isDryRun: z.boolean(),
  /** How many have been taken over, or would be. */
  accepted: z.int(),
  /** Of those, how many are outlines that cross themselves and are kept as lines. */
  keptAsLines: z.int(),
  refused: z.int(),
  /** Of those that were refused, how many are outlines that cross themselves. */
  crossings: z.int(),
  /** The first of those that were refused, in the file's order. */
  problems: z.array(
    z.object({
      /** Which one of the file, from 1. */
      index: z.int(),
      /** What the file calls it; may be empty. */
      name: z.string(),
      problem: z.string(),
    }),
  ),
  /** Nuclei of cells, which annotations do not have. */
  ignoredNuclei: z.int(),
  /** What has been made, in the order of the list; empty in a dry run. */
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
    /** Only tells what would be done. */
    isDryRun: yes.default(false),
    crossing: z.enum(CROSSING_CHOICES).default("refuse"),
    /** Into this work group, of which the caller is a member; left out: into none. */
    workGroupId: idText.optional(),
  }),
  answer: importReport,
} as const satisfies Call;
export type ImportReport = z.output<typeof importReport>;
