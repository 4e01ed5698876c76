/**
 * What is drawn and written but not saved, kept through a reload. Only what can be read back is restored: a draft that
 * an earlier version of the page wrote is not.
 */
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotatorState, DrawnGeometry } from "./annotator-state.ts";

/** Grows with each change of the annotator's state. */
const DRAFT_VERSION = 3;

interface Draft {
  readonly version: typeof DRAFT_VERSION;
  readonly state: AnnotatorState;
}

/** @returns undefined when there is nothing that would be missed. */
export function draftOf(state: AnnotatorState): Draft | undefined {
  const { title, content, link } = state.form;
  const isEmpty = state.drawn === null && title === "" && content === "" && link === "";
  if (state.quick.length === 0 && (state.mode === "off" || isEmpty)) return undefined;
  return { version: DRAFT_VERSION, state: { ...state, isSaving: false } };
}

const isDrawable = (geometry: DrawnGeometry | null): boolean => geometry === null || parseWkt(geometry.wkt).ok;

/** @returns null for what cannot be read. */
export function readDraft(kept: unknown): AnnotatorState | null {
  const draft = kept as Partial<Draft> | null | undefined;
  if (draft?.version !== DRAFT_VERSION || !draft.state) return null;
  const { drawn, before, quick } = draft.state;
  const isWhole = [drawn, ...quick].every(isDrawable) && (before === null || parseWkt(before.geometry).ok);
  return isWhole ? draft.state : null;
}
