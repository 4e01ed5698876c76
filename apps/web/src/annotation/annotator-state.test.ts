import { describe, expect, it } from "vitest";
import {
  ANNOTATOR_OFF,
  type AnnotatorAction,
  type AnnotatorState,
  canSave,
  geometryOf,
  isDrawingFreehand,
  nextAnnotatorState,
} from "./annotator-state.ts";

const DRAWN = { wkt: "POINT (1 2)", measurement: null };
const run = (...actions: AnnotatorAction[]): AnnotatorState => actions.reduce(nextAnnotatorState, ANNOTATOR_OFF);
const TITLED: AnnotatorAction = { kind: "change", form: { title: "Glomerulus", content: "PAS", link: "/a" } };
const DREW: AnnotatorAction = { kind: "drawn", drawn: DRAWN };

describe("the annotator", () => {
  it("gives a new annotation the id -1 and the id of its type", () => {
    expect(run({ kind: "start", typeName: "polygon" })).toMatchObject({ mode: "add", annotationId: -1, typeId: 211 });
  });

  it("can be saved once something is drawn and either title or content is written", () => {
    expect(canSave(run({ kind: "start" }, DREW))).toBe(false);
    expect(canSave(run({ kind: "start" }, TITLED))).toBe(false);
    expect(canSave(run({ kind: "start" }, DREW, { kind: "change", form: { content: "x" } }))).toBe(true);
  });

  it("wants title and content for a text", () => {
    const text = run({ kind: "start", typeName: "text" }, DREW, { kind: "change", form: { title: "x" } });
    expect(canSave(text)).toBe(false);
    expect(canSave(nextAnnotatorState(text, { kind: "change", form: { content: "y" } }))).toBe(true);
  });

  it("does not save twice", () => {
    const saving = run({ kind: "start" }, DREW, TITLED, { kind: "saveStarted" });
    expect(saving.isSaving).toBe(true);
    expect(canSave(saving)).toBe(false);
    expect(canSave(nextAnnotatorState(saving, { kind: "saveFailed" }))).toBe(true);
  });

  it("stops after saving, and keeps the tool for the next time", () => {
    const after = run({ kind: "start", typeName: "arrow" }, DREW, TITLED, { kind: "saveStarted" }, { kind: "saved" });
    expect(after).toMatchObject({ mode: "off", typeName: "arrow", drawn: null, isSaving: false });
    expect(after.form.title).toBe("");
  });

  it("draws on after saving in continuous mode, title and content carried over", () => {
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
    const annotation = {
      id: 5,
      typeId: 201,
      title: "t",
      content: "",
      link: "",
      includeMeasurement: true,
      geometry: "POINT (3 4)",
      measurement: null,
    };
    const editing = run({ kind: "toggleContinuous" }, { kind: "edit", annotation, typeName: "polygon" });
    expect(editing).toMatchObject({ mode: "edit", annotationId: 5, typeId: 201 });
    expect(geometryOf(editing)?.wkt).toBe("POINT (3 4)");
    expect(geometryOf(nextAnnotatorState(editing, DREW))?.wkt).toBe(DRAWN.wkt);
    expect(canSave(editing)).toBe(true);
    expect(nextAnnotatorState(editing, { kind: "saved" }).mode).toBe("off");
  });

  it("forgets what was drawn and not saved when it is stopped or the tool changes", () => {
    expect(run({ kind: "start" }, DREW, { kind: "stop" })).toMatchObject({ mode: "off", drawn: null });
    expect(run({ kind: "start" }, DREW, { kind: "chooseType", typeName: "line" }).drawn).toBeNull();
  });

  it("draws by hand only what has an outline or a path", () => {
    expect(isDrawingFreehand(run({ kind: "toggleFreehand" }, { kind: "start", typeName: "polygon" }))).toBe(true);
    expect(isDrawingFreehand(run({ kind: "toggleFreehand" }, { kind: "start", typeName: "rectangle" }))).toBe(false);
    expect(isDrawingFreehand(run({ kind: "start", typeName: "freehand" }))).toBe(true);
  });
});
