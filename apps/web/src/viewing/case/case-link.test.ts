import { describe, expect, it } from "vitest";
import { linkTargetOf } from "#annotation/annotation-link-target.ts";
import { linkedSlideOf } from "./case-link.ts";

const ORIGIN = "https://slides.example";
const SHOWN_ID = 3;
const ITEMS = [{ id: SHOWN_ID }, { id: 12 }];

describe("a link in an annotation of a case", () => {
  const cases: [what: string, link: string, expected: ReturnType<typeof linkedSlideOf>][] = [
    ["a slide of the case", "/s1/course2/i12/", { imageId: 12, annotationId: null }],
    ["the same, as an absolute URL", `${ORIGIN}/s1/course2/c5/i12/`, { imageId: 12, annotationId: null }],
    ["an annotation on a slide of the case", "/s1/i12/?annotation=4", { imageId: 12, annotationId: 4 }],
    ["the slide of the annotation", "/s1/course2/i3/", null],
    ["another slide", "/s1/course2/i13/", null],
    ["no slide", "/s1/course2/c12/", null],
    ["another site", "https://elsewhere.example/s1/course2/i12/", null],
  ];
  for (const [what, link, expected] of cases) {
    it(what, () => expect(linkedSlideOf(linkTargetOf(link, ORIGIN, SHOWN_ID), SHOWN_ID, ITEMS)).toEqual(expected));
  }
});
