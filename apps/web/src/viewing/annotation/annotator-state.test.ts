import { describe, expect, it } from "vitest";
import {
  ANNOTATOR_OFF,
  type AnnotatorAction,
  type AnnotatorState,
  canSave,
  canSaveQuick,
  geometryOf,
  isDrawingFreehand,
  nextAnnotatorState,
} from "./annotator-state.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const DRAWN = { wkt: "POINT (1 2)", measurement: null };
const run = (...actions: AnnotatorAction[]): AnnotatorState => actions.reduce(nextAnnotatorState, ANNOTATOR_OFF);
const TITLED: AnnotatorAction = { kind: "change", form: { title: "Glomerulus", content: "PAS", link: "/a" } };
const DREW: AnnotatorAction = { kind: "drawn", drawn: DRAWN };

describe("the annotator", () => {
  it("gives a new annotation the id -1 and the id of its type", () => {
    expect(run({ kind: "start", typeName: "polygon" })).toMatchObject({ mode: "add", annotationId: -1, typeId: 211 });
  });

  it("can be saved once a shape is drawn and a title or content is entered", () => {
    expect(canSave(run({ kind: "start" }, DREW))).toBe(false);
    expect(canSave(run({ kind: "start" }, TITLED))).toBe(false);
    expect(canSave(run({ kind: "start" }, DREW, { kind: "change", form: { content: "x" } }))).toBe(true);
  });

  it("requires title and content for a text", () => {
    const text = run({ kind: "start", typeName: "text" }, DREW, { kind: "change", form: { title: "x" } });
    expect(canSave(text)).toBe(false);
    expect(canSave(nextAnnotatorState(text, { kind: "change", form: { content: "y" } }))).toBe(true);
  });

  it("does not edit an outline that was loaded in simplified form", () => {
    const annotation = buildAnnotation({ isSimplified: true });
    expect(run({ kind: "edit", annotation, typeName: "polygon" })).toEqual(ANNOTATOR_OFF);
  });

  it("does not save twice", () => {
    const saving = run({ kind: "start" }, DREW, TITLED, { kind: "saveStarted" });
    expect(saving.isSaving).toBe(true);
    expect(canSave(saving)).toBe(false);
    expect(canSave(nextAnnotatorState(saving, { kind: "saveEnded" }))).toBe(true);
  });

  it("stops after saving, and keeps the tool for the next time", () => {
    const after = run({ kind: "start", typeName: "arrow" }, DREW, TITLED, { kind: "saveStarted" }, { kind: "saved" });
    expect(after).toMatchObject({ mode: "off", typeName: "arrow", drawn: null, isSaving: false });
    expect(after.form.title).toBe("");
  });

  it("continues drawing after saving in continuous mode, and keeps title and content", () => {
    const after = run(
      { kind: "toggleContinuous" },
      { kind: "start" },
      DREW,
      TITLED,
      { kind: "saveStarted" },
      { kind: "saved" },
    );
    expect(after).toMatchObject({ mode: "add", drawn: null, isSaving: false });
    expect(after.form).toEqual({ title: "Glomerulus", content: "PAS", link: "", includeMeasurement: false });
  });

  it("stops after an edit even in continuous mode", () => {
    const annotation = buildAnnotation({ id: 5, typeId: 201, title: "t", geometry: "POINT (3 4)" });
    const editing = run({ kind: "toggleContinuous" }, { kind: "edit", annotation, typeName: "polygon" });
    expect(editing).toMatchObject({ mode: "edit", annotationId: 5, typeId: 201 });
    expect(geometryOf(editing)?.wkt).toBe("POINT (3 4)");
    expect(geometryOf(nextAnnotatorState(editing, DREW))?.wkt).toBe(DRAWN.wkt);
    expect(canSave(editing)).toBe(true);
    expect(nextAnnotatorState(editing, { kind: "saved" }).mode).toBe("off");
  });

  it("treats an edited shape that equals the original as unchanged, also after undone steps", () => {
    const annotation = buildAnnotation({ id: 5, geometry: "POINT (3 4)" });
    const back = { wkt: annotation.geometry, measurement: { kind: "area", value: 1, unit: "µm²" } } as const;
    const editing = run({ kind: "edit", annotation, typeName: "point" }, DREW, { kind: "drawn", drawn: back });
    expect(editing).toMatchObject({ drawn: null, before: { geometry: "POINT (3 4)" } });
  });

  it("uses the ID that the server assigns to the edited annotation", () => {
    const annotation = buildAnnotation({ id: -9 });
    const editing = run({ kind: "edit", annotation, typeName: "polygon" }, DREW, { kind: "numbered", id: 17 });
    expect(editing).toMatchObject({ mode: "edit", annotationId: 17, drawn: DRAWN });
  });

  it("discards an unsaved drawing when it is stopped or the tool changes", () => {
    expect(run({ kind: "start" }, DREW, { kind: "stop" })).toMatchObject({ mode: "off", drawn: null });
    expect(run({ kind: "start" }, DREW, { kind: "chooseType", typeName: "line" }).drawn).toBeNull();
  });

  it("draws freehand only types with an outline or a path", () => {
    expect(isDrawingFreehand(run({ kind: "toggleFreehand" }, { kind: "start", typeName: "polygon" }))).toBe(true);
    expect(isDrawingFreehand(run({ kind: "toggleFreehand" }, { kind: "start", typeName: "rectangle" }))).toBe(false);
    expect(isDrawingFreehand(run({ kind: "start", typeName: "freehand" }))).toBe(true);
  });
});

it("freehand, continuous adding and the quick annotator are off, then on, and off again", () => {
  const toggles: AnnotatorAction[] = [
    { kind: "toggleFreehand" },
    { kind: "toggleContinuous" },
    { kind: "toggleQuick" },
  ];
  const flagsAfter = (...actions: AnnotatorAction[]) => {
    const state = run(...actions, { kind: "start", typeName: "polygon" });
    return [isDrawingFreehand(state), state.isContinuous, state.isQuick];
  };
  expect(flagsAfter()).toEqual([false, false, false]);
  expect(flagsAfter(...toggles)).toEqual([true, true, true]);
  expect(flagsAfter(...toggles, ...toggles)).toEqual([false, false, false]);
});

describe("the quick annotator", () => {
  const quick = (...more: AnnotatorAction[]) => run({ kind: "start" }, { kind: "toggleQuick" }, ...more);
  const QUICK_DREW: AnnotatorAction = { ...DREW, presetTitle: "Annotation" };

  it("creates an annotation from each drawing immediately, without the form, and continues drawing", () => {
    const state = quick(QUICK_DREW, QUICK_DREW);
    expect(state).toMatchObject({ mode: "add", drawn: null });
    expect(state.quick.map(({ key, title, typeId }) => [key, title, typeId])).toEqual([
      [1, "Annotation", 213],
      [2, "Annotation", 213],
    ]);
    expect(canSaveQuick(state)).toBe(true);
  });

  it("titles it like the last one, or as entered in the form", () => {
    const after = quick(QUICK_DREW, { kind: "titleQuick", key: 1, title: "Mitosis" }, QUICK_DREW);
    expect(after.quick.map(({ title }) => title)).toEqual(["Mitosis", "Mitosis"]);
    expect(quick(TITLED, QUICK_DREW).quick[0]).toMatchObject({ title: "Glomerulus", content: "PAS" });
  });

  it("copies the title of a text to its content, as both are required", () => {
    const state = run({ kind: "start", typeName: "text" }, { kind: "toggleQuick" }, QUICK_DREW);
    expect(state.quick[0]).toMatchObject({ title: "Annotation", content: "Annotation" });
    expect(canSaveQuick(state)).toBe(true);
  });

  it("cannot be saved without a title, nor a second time while being saved", () => {
    const untitled = quick(QUICK_DREW, { kind: "titleQuick", key: 1, title: " " });
    expect(canSaveQuick(untitled)).toBe(false);
    expect(canSaveQuick(quick(QUICK_DREW, { kind: "saveStarted" }))).toBe(false);
  });

  it("cannot be saved a second time before the first has ended, nor by stopping", () => {
    const halfway = quick(QUICK_DREW, QUICK_DREW, { kind: "saveStarted" }, { kind: "quickSaved", keys: [1] });
    expect(canSaveQuick(halfway)).toBe(false);
    expect(canSaveQuick(nextAnnotatorState(halfway, { kind: "stop" }))).toBe(false);
    expect(canSaveQuick(nextAnnotatorState(halfway, { kind: "saveEnded" }))).toBe(true);
  });

  it("stopping discards the drawing, unless quick annotations exist: then all stay", () => {
    expect(run({ kind: "start" }, DREW, { kind: "stop" })).toMatchObject({ drawn: null, quick: [] });
    const stopped = quick(QUICK_DREW, { kind: "toggleQuick" }, DREW, { kind: "stop" });
    expect(stopped).toMatchObject({ mode: "off", drawn: null, quick: { length: 2 } });
    expect(nextAnnotatorState(stopped, { kind: "start" }).quick).toHaveLength(2);
  });

  it("removes each that is saved or discarded", () => {
    const two = quick(QUICK_DREW, QUICK_DREW);
    expect(nextAnnotatorState(two, { kind: "quickSaved", keys: [1] }).quick.map(({ key }) => key)).toEqual([2]);
    expect(nextAnnotatorState(two, { kind: "discardQuick", key: 2 }).quick.map(({ key }) => key)).toEqual([1]);
  });
});

describe("a drawing", () => {
  it("cannot be saved while it is self-intersecting", () => {
    const drawn = run({ kind: "start", typeName: "polygon" }, DREW, TITLED, { kind: "crossing", isCrossing: true });
    expect(canSave(drawn)).toBe(false);
    expect(canSave(nextAnnotatorState(drawn, { kind: "crossing", isCrossing: false }))).toBe(true);
  });

  it("becomes a polygon when the brush has changed a rectangle", () => {
    const changed = run({ kind: "start", typeName: "rectangle" }, DREW, { ...DREW, typeName: "polygon" });
    expect(changed).toMatchObject({ typeName: "polygon", typeId: 211 });
  });

  it("of the brush is a polygon, and the brush stays selected for the next one", () => {
    const painting = run({ kind: "toggleContinuous" }, { kind: "start" }, { kind: "chooseBrush" }, DREW, TITLED);
    expect(painting).toMatchObject({ isBrush: true, editingTool: "brush", typeId: 211 });
    expect(nextAnnotatorState(painting, { kind: "saved" })).toMatchObject({ isBrush: true, drawn: null });
    expect(nextAnnotatorState(painting, { kind: "chooseType", typeName: "line" }).isBrush).toBe(false);
  });

  it("an arrow is never drawn freehand", () => {
    expect(isDrawingFreehand(run({ kind: "toggleFreehand" }, { kind: "start", typeName: "arrow" }))).toBe(false);
  });
});
