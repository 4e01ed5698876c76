/**
 * The annotator: whether one draws, what has been drawn, what the form says.
 *
 * Source: spec part 1, section 4 ("Annotator" flags: adding, freehand, continuous adding, saving, mode add or edit; a
 * new annotation has id -1; after saving, continuous mode re-arms drawing with title and content carried over,
 * otherwise the annotator stops; stopping deletes what was drawn and not saved).
 */
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { type DrawnTypeName, idOfDrawnType, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { Measurement } from "@parfocal/core/geometry/measurement.ts";

export interface AnnotationFormValues {
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly includeMeasurement: boolean;
}

export interface DrawnGeometry {
  /** WKT in slide pixels, y down. */
  readonly wkt: string;
  readonly measurement: Measurement | null;
}

export interface AnnotatorState {
  readonly mode: "off" | "add" | "edit";
  /** -1 while adding. */
  readonly annotationId: number;
  readonly typeId: number;
  readonly typeName: DrawnTypeName;
  readonly isFreehand: boolean;
  readonly isContinuous: boolean;
  /** Blocks a second save. */
  readonly isSaving: boolean;
  /** What has been drawn and not saved; null: still to draw, or (in edit mode) as it was. */
  readonly drawn: DrawnGeometry | null;
  /** As the edited annotation was; null while adding. */
  readonly original: DrawnGeometry | null;
  readonly form: AnnotationFormValues;
}

export const EMPTY_FORM: AnnotationFormValues = { title: "", content: "", link: "", includeMeasurement: false };

export const ANNOTATOR_OFF: AnnotatorState = {
  mode: "off",
  annotationId: NEW_ANNOTATION_ID,
  typeId: idOfDrawnType("point"),
  typeName: "point",
  isFreehand: false,
  isContinuous: false,
  isSaving: false,
  drawn: null,
  original: null,
  form: EMPTY_FORM,
};

interface EditedFacts {
  readonly id: number;
  readonly typeId: number;
  /** WKT. */
  readonly geometry: string;
  readonly measurement: Measurement | null;
}

export type AnnotatorAction =
  | { readonly kind: "start"; readonly typeName?: DrawnTypeName }
  | { readonly kind: "chooseType"; readonly typeName: DrawnTypeName }
  | { readonly kind: "toggleFreehand" }
  | { readonly kind: "toggleContinuous" }
  | { readonly kind: "drawn"; readonly drawn: DrawnGeometry }
  | { readonly kind: "discardDrawn" }
  | { readonly kind: "change"; readonly form: Partial<AnnotationFormValues> }
  | {
      readonly kind: "edit";
      readonly annotation: AnnotationFormValues & EditedFacts;
      readonly typeName: DrawnTypeName;
    }
  | { readonly kind: "saveStarted" }
  | { readonly kind: "saved" }
  | { readonly kind: "saveFailed" }
  | { readonly kind: "restore"; readonly state: AnnotatorState }
  | { readonly kind: "stop" };

/** Types whose outline can be drawn by hand instead of corner by corner. */
const FREEHAND_TYPES: readonly DrawnTypeName[] = ["line", "arrow", "polygon", "freehand"];

export const canDrawFreehand = (typeName: DrawnTypeName): boolean => FREEHAND_TYPES.includes(typeName);

/** Whether the next stroke is drawn by hand. */
export const isDrawingFreehand = (state: AnnotatorState): boolean =>
  state.typeName === "freehand" || (state.isFreehand && canDrawFreehand(state.typeName));

/** The fields that still need a text before the form can be saved. */
export const missingFieldsOf = ({ typeId, form }: AnnotatorState): ("title" | "content")[] =>
  missingAnnotationFields({ typeId, title: form.title, content: form.content });

/** What will be saved as its geometry; null: still to draw. */
export const geometryOf = ({ drawn, original }: AnnotatorState): DrawnGeometry | null => drawn ?? original;

export const canSave = (state: AnnotatorState): boolean =>
  state.mode !== "off" && !state.isSaving && geometryOf(state) !== null && missingFieldsOf(state).length === 0;

export function nextAnnotatorState(state: AnnotatorState, action: AnnotatorAction): AnnotatorState {
  switch (action.kind) {
    case "start":
      return { ...stopped(state), mode: "add", ...typeFields(action.typeName ?? state.typeName) };
    case "chooseType":
      return { ...state, ...typeFields(action.typeName), drawn: null };
    case "toggleFreehand":
      return { ...state, isFreehand: !state.isFreehand };
    case "toggleContinuous":
      return { ...state, isContinuous: !state.isContinuous };
    case "drawn":
      return state.mode === "off" ? state : { ...state, drawn: action.drawn };
    case "discardDrawn":
      return { ...state, drawn: null };
    case "change":
      return { ...state, form: { ...state.form, ...action.form } };
    case "edit": {
      const { id, typeId, title, content, link, includeMeasurement, geometry, measurement } = action.annotation;
      const form = { title, content, link, includeMeasurement };
      const original = { wkt: geometry, measurement };
      return { ...stopped(state), mode: "edit", annotationId: id, typeId, typeName: action.typeName, original, form };
    }
    case "saveStarted":
      return canSave(state) ? { ...state, isSaving: true } : state;
    case "saveFailed":
      return { ...state, isSaving: false };
    case "saved":
      return state.mode === "add" && state.isContinuous ? rearmed(state) : stopped(state);
    case "restore":
      return state.mode === "off" ? { ...action.state, isSaving: false } : state;
    case "stop":
      return stopped(state);
  }
}

const typeFields = (typeName: DrawnTypeName) => ({ typeName, typeId: idOfDrawnType(typeName) });

/** Ready to draw the next one: title and content carried over, the link and what was drawn not. */
function rearmed(state: AnnotatorState): AnnotatorState {
  return {
    ...state,
    annotationId: NEW_ANNOTATION_ID,
    isSaving: false,
    drawn: null,
    form: { ...state.form, link: "" },
  };
}

/** Off; the tool and the two switches stay as the user set them. */
function stopped({ typeName, typeId, isFreehand, isContinuous, mode }: AnnotatorState): AnnotatorState {
  const tool = mode === "edit" ? {} : { typeName, typeId };
  return { ...ANNOTATOR_OFF, ...tool, isFreehand, isContinuous };
}
