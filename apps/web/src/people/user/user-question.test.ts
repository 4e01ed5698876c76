import { describe, expect, it } from "vitest";
import { addressOfUserQuestion, isNarrowed, readUserQuestion, searchedQuestion } from "./user-question.ts";

const FIRST = { q: "", role: null, state: null, group: null, order: "name", page: 1 };

describe("the query for people", () => {
  it("is written to the URL, and read from it", () => {
    const address = { q: "maier", role: "learner", state: "expired", group: "7", order: "newest", page: "3" };
    const question = readUserQuestion(address);
    expect(question).toEqual({ ...address, group: 7, page: 3 });
    expect(addressOfUserQuestion(question)).toEqual(address);
    expect(addressOfUserQuestion(readUserQuestion({}))).toEqual({});
  });

  it.each([
    { role: "emperor", state: "gone", order: "height" },
    { group: "0", page: "0" },
    { group: "-1", page: "1e3" },
    { group: "7x", page: "1000000" },
    { q: 7 },
  ])("has default values if the URL is invalid: %j", (address) => {
    expect(readUserQuestion(address)).toEqual(FIRST);
  });

  it("searches from four characters", () => {
    expect(searchedQuestion(readUserQuestion({ q: "mai" })).q).toBe("");
    expect(searchedQuestion(readUserQuestion({ q: "maie" })).q).toBe("maie");
    expect(
      [{ q: "mai" }, { q: "maie" }, { group: "7" }, { order: "email" }].map(readUserQuestion).map(isNarrowed),
    ).toEqual([false, true, true, false]);
  });
});
