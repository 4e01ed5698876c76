import { expect, it } from "vitest";
import { missingAnnotationFields } from "./annotation-form.ts";
import { idOfDrawnType } from "./annotation-types.ts";

const [POINT, TEXT] = [idOfDrawnType("point"), idOfDrawnType("text")];
const cases: [typeId: number, title: string, content: string, missing: string[]][] = [
  [POINT, "", "", ["title", "content"]],
  [POINT, " ", "\n\t", ["title", "content"]],
  [POINT, "Nucleus", "", []],
  [POINT, "", "A nucleus", []],
  [POINT, "Nucleus", "A nucleus", []],
  [TEXT, "", "", ["title", "content"]],
  [TEXT, "Note", "", ["content"]],
  [TEXT, "Note", "  ", ["content"]],
  [TEXT, "", "Look here", ["title"]],
  [TEXT, "Note", "Look here", []],
  [999, "", "", ["title", "content"]],
];
for (const [typeId, title, content, missing] of cases) {
  const what = typeId === TEXT ? "a text" : typeId === POINT ? "a point" : "an unknown type";
  it(`${what} with title ${JSON.stringify(title)} and content ${JSON.stringify(content)} lacks ${missing.join(" and ") || "nothing"}`, () => {
    expect(missingAnnotationFields({ typeId, title, content })).toEqual(missing);
  });
}
