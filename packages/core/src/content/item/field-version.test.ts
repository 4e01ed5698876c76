import { expect, it } from "vitest";
import { fieldVersion, unseenFields } from "./field-version.ts";

it("equal values have equal versions, different values different ones", () => {
  expect(fieldVersion({ a: 1, b: [2, 3] })).toBe(fieldVersion({ b: [2, 3], a: 1 }));
  const versions = ["", " ", "a", "aa", "ab", "ba", "ä", null, 0, [], ["a"], [["a"]]].map(fieldVersion);
  expect(new Set(versions).size).toBe(versions.length);
  const many = Array.from({ length: 20_000 }, (_, number) => fieldVersion(`<p>Text ${number}</p>`));
  expect(new Set(many).size).toBe(many.length);
  expect(fieldVersion("x".repeat(100_000)).length).toBeLessThan(20);
});

it("a field is unseen if its value differs from both the base of the change and the requested value", () => {
  const now = { title: "Theirs", text: "same", other: "Theirs" };
  const seen = { title: fieldVersion("Old"), text: fieldVersion("same") };
  expect(unseenFields(seen, { title: "Mine", text: "Mine", other: "Mine" }, now)).toEqual(["title"]);
  expect(unseenFields(seen, { text: "Mine" }, now)).toEqual([]);
  expect(unseenFields(seen, { title: "Theirs" }, now)).toEqual([]);
});
