import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { describe, expect, it } from "vitest";
import { createdForTest } from "#annotation/annotation-undo.builder.ts";
import { canChangeSeveral, changedFields, typesForAll } from "./change-several.ts";

const AREA = createdForTest(1).annotation;
const LINE = createdForTest(2, { typeId: 214, geometry: "LINESTRING (0 0, 9 9)" }).annotation;
const POINT = createdForTest(3, { typeId: 213, geometry: "POINT (4 5)" }).annotation;
const PARTS = createdForTest(4, {
  geometry: "MULTIPOLYGON (((0 0, 9 0, 0 9, 0 0)), ((20 0, 29 0, 20 9, 20 0)))",
}).annotation;

describe("types that several can have", () => {
  const cases: [what: string, chosen: (typeof AREA)[], types: DrawnTypeName[]][] = [
    ["an area and one in parts", [AREA, PARTS], ["polygon"]],
    ["areas", [AREA, AREA], ["polygon", "freehand"]],
    ["lines", [LINE], ["line", "arrow", "freehand"]],
    ["points", [POINT], ["point", "text"]],
    ["an area and a point", [AREA, POINT], []],
    ["none", [], []],
  ];
  for (const [what, chosen, types] of cases) it(what, () => expect(typesForAll(chosen)).toEqual(types));
});

describe("several changed together", () => {
  it("get the type and the title, and keep their shapes", () => {
    const after = changedFields(LINE, { typeName: "arrow", title: " Vessel " });
    expect(after).toMatchObject({ typeId: 215, title: "Vessel", geometry: LINE.geometry });
  });

  it("keep fields that are left empty", () => {
    expect(changedFields(LINE, { typeName: null, title: "" })).toBeNull();
    expect(changedFields(LINE, { typeName: "line", title: "Glomerulus" })).toBeNull();
    expect(changedFields(LINE, { typeName: "arrow", title: "" })).toMatchObject({ typeId: 215, title: "Glomerulus" });
  });

  it("cannot become texts without content", () => {
    const withContent = { ...POINT, content: "PAS" };
    expect(canChangeSeveral([withContent, POINT], { typeName: "text", title: "A" })).toBe(false);
    expect(canChangeSeveral([withContent], { typeName: "text", title: "A" })).toBe(true);
    expect(canChangeSeveral([POINT], { typeName: null, title: "" })).toBe(false);
  });
});
