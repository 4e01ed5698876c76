/**
 * What is drawn and written but not saved, kept through a reload. Only what can be read back is restored: a draft that
 * an earlier version of the page wrote is not.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotatorState, DrawnGeometry } from "./annotator-state.ts";

/** Grows with each change of the annotator's state. */
const DRAFT_VERSION = 3;

interface Draft {
  readonly version: typeof DRAFT_VERSION;
  readonly state: AnnotatorState;
  /** Vertices of a shape that is begun and not finished; left out: of none. */
  readonly sketch?: readonly SlidePoint[];
}

/** @returns undefined when there is nothing that would be missed. */
export function draftOf(state: AnnotatorState, sketch: readonly SlidePoint[] = []): Draft | undefined {
  const { title, content, link } = state.form;
  const isEmpty = state.drawn === null && sketch.length === 0 && title === "" && content === "" && link === "";
  if (state.quick.length === 0 && (state.mode === "off" || isEmpty)) return undefined;
  const kept = { version: DRAFT_VERSION, state: { ...state, isSaving: false } } as const;
  return sketch.length === 0 ? kept : { ...kept, sketch };
}

const isDrawable = (geometry: DrawnGeometry | null): boolean => geometry === null || parseWkt(geometry.wkt).ok;

const isPoint = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 2 && point.every((value) => Number.isFinite(value));

interface ReadDraft {
  readonly state: AnnotatorState;
  /** Empty: nothing is begun. */
  readonly sketch: readonly SlidePoint[];
}

/** @returns null for what cannot be read. */
export function readDraft(kept: unknown): ReadDraft | null {
  const draft = kept as Partial<Draft> | null | undefined;
  if (draft?.version !== DRAFT_VERSION || !draft.state) return null;
  const { drawn, before, quick } = draft.state;
  const isWhole = [drawn, ...quick].every(isDrawable) && (before === null || parseWkt(before.geometry).ok);
  const sketch = draft.sketch ?? [];
  return isWhole ? { state: draft.state, sketch: sketch.every(isPoint) ? sketch : [] } : null;
}
