import { describe, expect, it } from "vitest";
import { draftOf, readDraft } from "./annotator-draft.ts";
import { ANNOTATOR_OFF, type AnnotatorState } from "./annotator-state.ts";

const HALF_WRITTEN: AnnotatorState = {
  ...ANNOTATOR_OFF,
  mode: "add",
  typeName: "polygon",
  typeId: 211,
  isSaving: true,
  drawn: { wkt: "POLYGON ((0 0, 9 0, 9 9, 0 0))", measurement: { kind: "area", value: 40.5, unit: "µm²" } },
  form: { title: "half a ti", content: "", link: "", includeMeasurement: true },
};

describe("a draft", () => {
  it("is restored unchanged, and can be saved", () => {
    expect(readDraft(structuredClone(draftOf(HALF_WRITTEN)))).toEqual({
      state: { ...HALF_WRITTEN, isSaving: false },
      sketch: [],
    });
  });

  it("can contain only vertices, without invalid ones", () => {
    const started: AnnotatorState = { ...ANNOTATOR_OFF, mode: "add" };
    const corners = [
      [0, 0],
      [5, 0],
    ] as const;
    expect(readDraft(structuredClone(draftOf(started, corners)))?.sketch).toEqual(corners);
    expect(readDraft({ ...draftOf(started, corners), sketch: [[0, "x"]] })?.sketch).toEqual([]);
  });

  it("is not stored if it is empty", () => {
    expect(draftOf(ANNOTATOR_OFF)).toBeUndefined();
    expect(draftOf({ ...ANNOTATOR_OFF, mode: "add" })).toBeUndefined();
  });

  it("is not restored with a geometry that cannot be drawn, or from another value", () => {
    const broken = { ...HALF_WRITTEN, drawn: { wkt: "POLYGON ((0 0", measurement: null } };
    expect(readDraft(draftOf(broken))).toBeNull();
    expect(readDraft(undefined)).toBeNull();
    expect(readDraft({ mode: "off" })).toBeNull();
  });
});
