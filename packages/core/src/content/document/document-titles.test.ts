import { describe, expect, it } from "vitest";
import { titlesOfAssigned } from "./document-titles.ts";

const cases: [titles: string[], filename: string, usePrefix: boolean, called: string[]][] = [
  [["Plan", "Map"], "", false, ["Plan", "Map"]],
  [["Plan", "Map"], " Week 1 ", true, ["Week 1 Plan", "Week 1 Map"]],
  [["Plan"], "Week 1", true, ["Week 1 Plan"]],
  [["Plan"], "Week 1", false, ["Week 1"]],
  [["Plan", "Map"], "Week 1", false, ["Week 1 1", "Week 1 2"]],
  [["A title that is too long"], "", false, ["A title that"]],
];
describe("assigned documents get the titles", () => {
  for (const [titles, filename, usePrefix, called] of cases)
    it(`${called.join(", ")} (${JSON.stringify(filename)}, prefix: ${usePrefix})`, () =>
      expect(titlesOfAssigned(titles, { usePrefix, filename, maxCharacters: 13 })).toEqual(
        called.map((title) => title.slice(0, 13)),
      ));
});
