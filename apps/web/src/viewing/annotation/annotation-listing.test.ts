import { describe, expect, it } from "vitest";
import { numberedAnnotations } from "./annotation-listing.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const LIST = [
  buildAnnotation({ id: 11, order: 4, title: "Gefäß", content: "arteriole" }),
  buildAnnotation({ id: 12, order: 7, title: "Glomérule", author: "Zoë Weiß" }),
  buildAnnotation({ id: 13, order: 9, title: "Vein" }),
];
const found = (search: string) => numberedAnnotations(LIST, true, search, "de").map(({ annotation }) => annotation.id);

describe("the list", () => {
  it("numbers all from 1; of a part it shows the positions in the image's order", () => {
    expect(numberedAnnotations(LIST, true, "", "en").map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(numberedAnnotations(LIST, false, "", "en").map(({ number }) => number)).toEqual([4, 7, 9]);
  });

  it("keeps the numbers of search results", () => {
    expect(numberedAnnotations(LIST, true, "vein", "en").map(({ number }) => number)).toEqual([3]);
  });

  const cases: [search: string, ids: number[]][] = [
    ["", [11, 12, 13]],
    ["  ", [11, 12, 13]],
    ["glomerule", [12]],
    ["ARTERIO", [11]],
    ["zoe", [12]],
    ["weiß glom", [12]],
    ["glom vein", []],
  ];
  for (const [search, ids] of cases) {
    it(`finds ${ids.length} for “${search}”`, () => expect(found(search)).toEqual(ids));
  }
});
