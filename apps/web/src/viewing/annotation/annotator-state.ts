/**
 * State of the annotator: mode, drawing, form.
 *
 * Source: spec part 1, section 4 ("Annotator" flags: adding, freehand, continuous adding, quick annotator, saving, mode
 * add or edit; a new annotation has id -1; after saving, continuous mode re-arms drawing with title and content carried
 * over, otherwise the annotator stops; stopping deletes what was drawn and not saved, unless quick annotations are
 * present).
 */
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { type DrawnTypeName, idOfDrawnType, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import type { EditingToolName } from "@parfocal/viewer/annotation/annotation-layer.ts";
import { type AnnotationFields, fieldsOfAnnotation, type LoadedAnnotation } from "./annotation-outbox.ts";

interface AnnotationFormValues {
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

/** Drawn and titled in one step, without the form, and not saved yet. */
export interface QuickAnnotation extends DrawnGeometry {
  /** Unique key, never reused. */
  readonly key: number;
  readonly typeId: number;
  readonly typeName: DrawnTypeName;
  readonly title: string;
  readonly content: string;
}

export interface AnnotatorState {
  readonly mode: "off" | "add" | "edit";
  /** -1 while adding. */
  readonly annotationId: number;
  readonly typeId: number;
  readonly typeName: DrawnTypeName;
  readonly isFreehand: boolean;
  /** Whether the polygon is painted with the brush. */
  readonly isBrush: boolean;
  /** Tool for editing the drawn or edited shape. */
  readonly editingTool: EditingToolName;
  readonly isContinuous: boolean;
  /** Whether a drawing immediately becomes an annotation, with the last or a preset title. */
  readonly isQuick: boolean;
  /** In drawing order. */
  readonly quick: readonly QuickAnnotation[];
  /** Title of the last saved or quick annotation; empty: none. */
  readonly lastTitle: string;
  /** Blocks a second save. */
  readonly isSaving: boolean;
  /** Whether the shape intersects itself, which the server would reject. */
  readonly isCrossing: boolean;
  /** The unsaved drawing; null: not drawn yet, or (in edit mode) unchanged. */
  readonly drawn: DrawnGeometry | null;
  /** The edited annotation before the change; null: while adding, or unknown for a corrected change. */
  readonly before: AnnotationFields | null;
  readonly form: AnnotationFormValues;
}

const EMPTY_FORM: AnnotationFormValues = { title: "", content: "", link: "", includeMeasurement: false };

export const ANNOTATOR_OFF: AnnotatorState = {
  mode: "off",
  annotationId: NEW_ANNOTATION_ID,
  typeId: idOfDrawnType("point"),
  typeName: "point",
  isFreehand: false,
  isBrush: false,
  editingTool: "vertices",
  isContinuous: false,
  isQuick: false,
  quick: [],
  lastTitle: "",
  isSaving: false,
  isCrossing: false,
  drawn: null,
  before: null,
  form: EMPTY_FORM,
};

export type AnnotatorAction =
  | { readonly kind: "start"; readonly typeName?: DrawnTypeName }
  | { readonly kind: "chooseType"; readonly typeName: DrawnTypeName }
  | { readonly kind: "chooseBrush" }
  | { readonly kind: "chooseEditingTool"; readonly tool: EditingToolName }
  | { readonly kind: "toggleFreehand" }
  | { readonly kind: "toggleContinuous" }
  | { readonly kind: "toggleQuick" }
  /** @property presetTitle title of a quick annotation, if there is no last one. */
  | {
      readonly kind: "drawn";
      readonly drawn: DrawnGeometry;
      /** New type after editing: the brush converts a rectangle to a polygon. */
      readonly typeName?: DrawnTypeName;
      readonly presetTitle?: string;
    }
  | { readonly kind: "crossing"; readonly isCrossing: boolean }
  | { readonly kind: "discardDrawn" }
  | { readonly kind: "change"; readonly form: Partial<AnnotationFormValues> }
  | { readonly kind: "titleQuick"; readonly key: number; readonly title: string }
  | { readonly kind: "discardQuick"; readonly key: number }
  | { readonly kind: "quickSaved"; readonly keys: readonly number[] }
  | { readonly kind: "edit"; readonly annotation: LoadedAnnotation; readonly typeName: DrawnTypeName }
  /** The server has assigned an ID to the edited annotation. */
  | { readonly kind: "numbered"; readonly id: number }
  | { readonly kind: "saveStarted" }
  | { readonly kind: "saved" }
  /** Saving failed, or the quick annotations are saved. */
  | { readonly kind: "saveEnded" }
  | { readonly kind: "restore"; readonly state: AnnotatorState }
  | { readonly kind: "stop" };

/** Types whose outline can be drawn freehand. */
const FREEHAND_TYPES: readonly DrawnTypeName[] = ["line", "polygon", "freehand"];

export const canDrawFreehand = (typeName: DrawnTypeName): boolean => FREEHAND_TYPES.includes(typeName);

/** Whether the next stroke is freehand. */
export const isDrawingFreehand = (state: AnnotatorState): boolean =>
  state.typeName === "freehand" || (state.isFreehand && canDrawFreehand(state.typeName));

/** The fields that still need a text before the form can be saved. */
export const missingFieldsOf = ({ typeId, form }: AnnotatorState): ("title" | "content")[] =>
  missingAnnotationFields({ typeId, title: form.title, content: form.content });

/** The geometry to be saved; null: not drawn yet. */
export const geometryOf = ({ drawn, before }: AnnotatorState): DrawnGeometry | null =>
  drawn ?? (before && { wkt: before.geometry, measurement: before.measurement });

/** Whether a shape is being edited on the slide. */
export const hasShapeInHand = ({ mode, drawn }: AnnotatorState): boolean =>
  mode === "edit" || (mode === "add" && drawn !== null);

export const canSave = (state: AnnotatorState): boolean =>
  state.mode !== "off" &&
  !state.isSaving &&
  !state.isCrossing &&
  geometryOf(state) !== null &&
  missingFieldsOf(state).length === 0;

export const canSaveQuick = ({ quick, isSaving }: AnnotatorState): boolean =>
  !isSaving && quick.length > 0 && quick.every((one) => missingAnnotationFields(one).length === 0);

export function nextAnnotatorState(state: AnnotatorState, action: AnnotatorAction): AnnotatorState {
  switch (action.kind) {
    case "start":
      return { ...stopped(state), mode: "add", ...typeFields(action.typeName ?? state.typeName) };
    case "chooseType":
      return { ...state, ...typeFields(action.typeName), isBrush: false, ...NOT_DRAWN };
    case "chooseBrush":
      return { ...state, ...typeFields("polygon"), isBrush: true, ...NOT_DRAWN, editingTool: "brush" };
    case "chooseEditingTool":
      return { ...state, editingTool: action.tool };
    case "toggleFreehand":
      return { ...state, isFreehand: !state.isFreehand };
    case "toggleContinuous":
      return { ...state, isContinuous: !state.isContinuous };
    case "toggleQuick":
      return { ...state, isQuick: !state.isQuick };
    case "drawn":
      if (state.mode === "off") return state;
      if (state.mode === "add" && state.isQuick && state.drawn === null) return withQuick(state, action);
      return {
        ...state,
        ...retyped(state, action.typeName),
        drawn: action.drawn.wkt === state.before?.geometry ? null : action.drawn,
      };
    case "crossing":
      return { ...state, isCrossing: action.isCrossing };
    case "discardDrawn":
      return { ...state, drawn: null, isCrossing: false };
    case "change":
      return { ...state, form: { ...state.form, ...action.form } };
    case "titleQuick": {
      const { key, title } = action;
      return {
        ...state,
        lastTitle: title,
        quick: state.quick.map((one) => (one.key === key ? retitled(one, title) : one)),
      };
    }
    case "discardQuick":
      return { ...state, quick: state.quick.filter(({ key }) => key !== action.key) };
    case "quickSaved":
      return { ...state, quick: state.quick.filter(({ key }) => !action.keys.includes(key)) };
    case "edit": {
      // A simplified outline would be saved without the missing vertices; the original is loaded first.
      if (action.annotation.isSimplified) return state;
      const { id, typeId, title, content, link, includeMeasurement } = action.annotation;
      const form = { title, content, link, includeMeasurement };
      const before = fieldsOfAnnotation(action.annotation);
      return { ...stopped(state), mode: "edit", annotationId: id, typeId, typeName: action.typeName, before, form };
    }
    case "numbered":
      return { ...state, annotationId: action.id };
    case "saveStarted":
      return canSave(state) || canSaveQuick(state) ? { ...state, isSaving: true } : state;
    case "saveEnded":
      return { ...state, isSaving: false };
    case "saved":
      return state.mode === "add" && state.isContinuous
        ? rearmed(state)
        : stopped({ ...state, drawn: null, isSaving: false });
    case "restore":
      return state.mode === "off" ? { ...ANNOTATOR_OFF, ...action.state, isSaving: state.isSaving } : state;
    case "stop":
      return stopped(state);
  }
}

const NOT_DRAWN = { drawn: null, isCrossing: false, editingTool: "vertices" } as const;

const typeFields = (typeName: DrawnTypeName) => ({ typeName, typeId: idOfDrawnType(typeName) });

/** The type is unchanged, even an external one, unless the shape requires another. */
const retyped = ({ typeName }: AnnotatorState, now: DrawnTypeName | undefined) =>
  now === undefined || now === typeName ? {} : typeFields(now);

/** A text needs title and content: its title serves as its content. */
const retitled = (one: QuickAnnotation, title: string): QuickAnnotation => ({
  ...one,
  title,
  content: one.typeName === "text" ? title : one.content,
});

function withQuick(
  state: AnnotatorState,
  { drawn, presetTitle = "" }: Extract<AnnotatorAction, { kind: "drawn" }>,
): AnnotatorState {
  const { typeId, typeName, quick } = state;
  const title = state.form.title.trim() || state.lastTitle || presetTitle;
  const key = Math.max(0, ...quick.map((one) => one.key)) + 1;
  const added = retitled({ ...drawn, key, typeId, typeName, title, content: state.form.content.trim() }, title);
  return { ...state, lastTitle: title, quick: [...quick, added] };
}

/** Ready for the next drawing: keeps title and content, drops link and drawing. */
function rearmed(state: AnnotatorState): AnnotatorState {
  return {
    ...state,
    annotationId: NEW_ANNOTATION_ID,
    isSaving: false,
    isCrossing: false,
    editingTool: state.isBrush ? "brush" : "vertices",
    drawn: null,
    lastTitle: state.form.title.trim() || state.lastTitle,
    form: { ...state.form, link: "" },
  };
}

/**
 * Closes the annotator; tool and switches keep their settings, and saving continues. An unsaved drawing is discarded,
 * unless there are quick annotations, which it then joins.
 */
function stopped(state: AnnotatorState): AnnotatorState {
  const { typeName, typeId, isFreehand, isContinuous, isQuick, isBrush, isSaving, mode, drawn, quick, form } = state;
  const tool = mode === "edit" ? {} : { typeName, typeId, isBrush };
  const isRetained = mode === "add" && drawn !== null && quick.length > 0 && !state.isCrossing;
  const retained = isRetained ? withQuick(state, { kind: "drawn", drawn }).quick : quick;
  const lastTitle = form.title.trim() || state.lastTitle;
  return { ...ANNOTATOR_OFF, ...tool, isFreehand, isContinuous, isQuick, isSaving, quick: retained, lastTitle };
}
