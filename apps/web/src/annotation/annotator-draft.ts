/**
 * What is drawn and written but not saved, kept through a reload. Only what can be read back is restored: drafts were
 * written by an earlier version of the page, perhaps.
 */
import { DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { z } from "zod";
import { ANNOTATOR_OFF, type AnnotatorState } from "./annotator-state.ts";

const drawnGeometry = z
  .object({
    wkt: z.string().refine((text) => parseWkt(text).ok),
    measurement: z
      .union([
        z.object({ kind: z.literal("length"), value: z.number(), unit: z.enum(["µm", "mm"]) }),
        z.object({ kind: z.literal("area"), value: z.number(), unit: z.enum(["µm²", "mm²"]) }),
      ])
      .nullable(),
  })
  .nullable();

const draft = z.object({
  mode: z.enum(["add", "edit"]),
  annotationId: z.int(),
  typeId: z.int(),
  typeName: z.enum(DRAWN_TYPE_NAMES),
  isFreehand: z.boolean(),
  isContinuous: z.boolean(),
  drawn: drawnGeometry,
  original: drawnGeometry,
  form: z.object({ title: z.string(), content: z.string(), link: z.string(), includeMeasurement: z.boolean() }),
});

/** @returns undefined when there is nothing that would be missed. */
export function draftOf(state: AnnotatorState): unknown {
  const { title, content, link } = state.form;
  const isEmpty = state.drawn === null && title === "" && content === "" && link === "";
  if (state.mode === "off" || isEmpty) return undefined;
  const { isSaving: _isSaving, ...kept } = state;
  return kept;
}

/** @returns null for what cannot be read. */
export function readDraft(kept: unknown): AnnotatorState | null {
  const result = draft.safeParse(kept);
  return result.success ? { ...ANNOTATOR_OFF, ...result.data } : null;
}
