import { describe, expect, it } from "vitest";
import { bestMatches, fuzzyScore } from "./fuzzy-match.ts";

const best = (typed: string, ...titles: string[]) =>
  bestMatches(
    typed,
    titles.map((title) => ({ title })),
    10,
  ).map(({ title }) => title);

describe("the input matches a name", () => {
  const fits: [typed: string, name: string][] = [
    ["ml", "Measure length"],
    ["rotri", "Rotate right"],
    ["RIGHT", "Rotate right"],
    ["uber", "Über dieses Präparat"],
    ["rotate   right", "Rotate right"],
    ["", "Anything"],
  ];
  for (const [typed, name] of fits) it(`"${typed}": ${name}`, () => expect(fuzzyScore(typed, name)).not.toBeNull());

  it("only if its letters occur in order", () => {
    expect(fuzzyScore("lm", "Measure length of all")).toBeNull();
    expect(fuzzyScore("x", "Rotate right")).toBeNull();
  });
});

describe("the best matches first", () => {
  it("names that start with it, then those with a word that does, then others", () => {
    expect(best("me", "Home", "Colour and media", "Media")).toEqual(["Media", "Colour and media", "Home"]);
  });

  it("first letters of words before scattered ones", () => {
    expect(best("ml", "Formal name list x", "Measure length")[0]).toBe("Measure length");
  });

  it("in their order for an empty input, up to the limit", () => {
    expect(best("", "B", "A")).toEqual(["B", "A"]);
    expect(bestMatches("", [{ title: "B" }, { title: "A" }], 1)).toEqual([{ title: "B" }]);
  });
});
