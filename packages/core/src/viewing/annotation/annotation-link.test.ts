import { describe, expect, it } from "vitest";
import { ANNOTATION_LINK_MAX_CHARACTERS, isAnnotationLink } from "./annotation-link.ts";

const cases: [link: string, isAllowed: boolean][] = [
  ["", true],
  ["https://example.org/atlas?page=3", true],
  ["HTTP://example.org", true],
  ["mailto:someone@example.org", true],
  ["/s1/course2/i9/", true],
  ["  /s1/  ", true],
  ["//example.org", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["example.org", false],
  [`/${"a".repeat(ANNOTATION_LINK_MAX_CHARACTERS)}`, false],
];

describe("the link of an annotation", () => {
  for (const [link, isAllowed] of cases) {
    it(`"${link.slice(0, 40)}": ${isAllowed ? "allowed" : "rejected"}`, () =>
      expect(isAnnotationLink(link)).toBe(isAllowed));
  }
});
