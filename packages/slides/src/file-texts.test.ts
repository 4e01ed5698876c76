import { describe, expect, it } from "vitest";
import { fileText, fileTexts } from "./file-texts.ts";

describe("fileText", () => {
  const cases: [what: string, text: string, cleaned: string][] = [
    ["umlauts, tabs and lines are kept", "Präparat\t1\r\nµm 🔬", "Präparat\t1\r\nµm 🔬"],
    ["a NUL, which PostgreSQL rejects, becomes a space", "a\0b", "a b"],
    ["so does an escape", "a\u001b[31mb", "a [31mb"],
    ["half a character is replaced", "a\ud800b", "a\ufffdb"],
    ["direction controls become spaces", "a\u202eb\u2066c", "a b c"],
    ["a script is ordinary text", "<script>", "<script>"],
  ];
  for (const [what, text, cleaned] of cases) it(what, () => expect(fileText(text)).toBe(cleaned));

  it("is truncated, but not within a character", () => {
    expect(fileText("x".repeat(5000))).toHaveLength(4000);
    expect(fileText("ab🔬", 3)).toBe("ab\ufffd");
  });
});

it("keeps 500 properties, also with names that JavaScript uses", () => {
  const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key ${index}`, "v"]));
  expect(Object.keys(fileTexts(properties))).toHaveLength(500);
  const own = fileTexts(Object.fromEntries([["__proto__", "a\0"]]));
  expect(Object.entries(own)).toEqual([["__proto__", "a "]]);
});
