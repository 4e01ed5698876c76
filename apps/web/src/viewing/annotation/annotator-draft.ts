/**
 * Unsaved drawing and texts, kept across a reload. Drafts that cannot be parsed, for example of an earlier version, are
 * ignored.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotatorState, DrawnGeometry } from "./annotator-state.ts";

/** Grows with each change of the annotator's state. */
const DRAFT_VERSION = 3;

interface Draft {
  readonly version: typeof DRAFT_VERSION;
  readonly state: AnnotatorState;
  /** Vertices of an unfinished shape; omitted: none. */
  readonly sketch?: readonly SlidePoint[];
}

/** @returns undefined if there is nothing worth keeping. */
export function draftOf(state: AnnotatorState, sketch: readonly SlidePoint[] = []): Draft | undefined {
  const { title, content, link } = state.form;
  const isEmpty = state.drawn === null && sketch.length === 0 && title === "" && content === "" && link === "";
  if (state.quick.length === 0 && (state.mode === "off" || isEmpty)) return undefined;
  const stored = { version: DRAFT_VERSION, state: { ...state, isSaving: false } } as const;
  return sketch.length === 0 ? stored : { ...stored, sketch };
}

const isDrawable = (geometry: DrawnGeometry | null): boolean => geometry === null || parseWkt(geometry.wkt).ok;

const isPoint = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 2 && point.every((value) => Number.isFinite(value));

interface ReadDraft {
  readonly state: AnnotatorState;
  /** Empty: no shape started. */
  readonly sketch: readonly SlidePoint[];
}

/** @returns null if it cannot be parsed. */
export function readDraft(stored: unknown): ReadDraft | null {
  const draft = stored as Partial<Draft> | null | undefined;
  if (draft?.version !== DRAFT_VERSION || !draft.state) return null;
  const { drawn, before, quick } = draft.state;
  const isWhole = [drawn, ...quick].every(isDrawable) && (before === null || parseWkt(before.geometry).ok);
  const sketch = draft.sketch ?? [];
  return isWhole ? { state: draft.state, sketch: sketch.every(isPoint) ? sketch : [] } : null;
}
