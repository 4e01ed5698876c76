import { CURSOR_STYLES, type CursorStyle } from "@parfocal/core/cursor/cursor-styles.ts";
import { describe, expect, it } from "vitest";
import { isCursorChosen } from "./cursor-chosen.ts";
import { cursorCookie, readCursorStyle } from "./cursor-cookie.ts";

it("the cursor's cookie lasts 90 days", () => {
  expect(cursorCookie("circle")).toBe("parfocal-cursor=circle; Max-Age=7776000; Path=/; SameSite=Lax");
});

describe("the chosen cursor is parsed", () => {
  for (const style of CURSOR_STYLES) {
    it(style, () => expect(readCursorStyle(`a=b; ${cursorCookie(style).split(";")[0]}; c=d`)).toBe(style));
  }
  const others: [what: string, cookies: string][] = [
    ["no cookie", ""],
    ["an invalid name", "parfocal-cursor=sword"],
    ["another cookie with the same suffix", "my-parfocal-cursor=circle"],
  ];
  for (const [what, cookies] of others) {
    it(`${what}: the arrow`, () => expect(readCursorStyle(cookies)).toBe("arrow"));
  }
});

describe("whether a cursor other than the arrow was chosen", () => {
  const cases: [style: CursorStyle | null, expected: boolean][] = [
    [null, false],
    ["arrow", false],
    ["lectureHand", true],
  ];
  for (const [style, expected] of cases) {
    it(String(style), () => expect(isCursorChosen(style ? `a=b; parfocal-cursor=${style}` : "a=b")).toBe(expected));
  }
});
