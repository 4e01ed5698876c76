import { describe, expect, it } from "vitest";
import { isOwnPath } from "./own-path.ts";

describe("an allowed redirect after sign-in", () => {
  const cases: [path: string, isOwn: boolean][] = [
    ["/s1/course2/f3/i9/?view=10,20,3", true],
    ["/", true],
    ["//evil.example/", false],
    ["/\\evil.example/", false],
    ["/\t/evil.example/", false],
    ["https://evil.example/", false],
    ["javascript:alert(1)", false],
    ["/sign-in?next=/sign-in", false],
    ["", false],
  ];
  for (const [path, isOwn] of cases) {
    it(`${JSON.stringify(path)}: ${isOwn}`, () => expect(isOwnPath(path)).toBe(isOwn));
  }
});
