import { describe, expect, it } from "vitest";
import { isAcceptedType, libraryTypesOf } from "./accepted-types.ts";

const cases: [mediaType: string, accept: string[], isAccepted: boolean][] = [
  ["image/png", ["image/*"], true],
  ["IMAGE/PNG", ["image/png"], true],
  ["image/png", ["video/*", "image/png"], true],
  ["image/png", ["*/*"], true],
  ["image/png", ["image/jpeg"], false],
  ["imagex/png", ["image/*"], false],
  ["application/pdf", ["image/*"], false],
  ["", ["image/*"], false],
  ["image/png", [], false],
];
describe("a media type matches the accepted list", () => {
  for (const [mediaType, accept, isAccepted] of cases)
    it(`${mediaType || "none"}, ${accept.join(" ") || "nothing"}: ${isAccepted}`, () =>
      expect(isAcceptedType(mediaType, accept)).toBe(isAccepted));
});

it("the library rejects SVG, whatever the accepted list is", () => {
  expect(libraryTypesOf(["image/svg+xml", "text/html"])).toEqual([]);
  expect(libraryTypesOf(["*/*"])).not.toContain("image/svg+xml");
});
