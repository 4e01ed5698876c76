import { expect, it } from "vitest";
import { mayBeFramed } from "./framed-page.ts";

const cases: readonly [url: string, expected: boolean][] = [
  ["/share/1.abc?embed=1", true],
  ["/share/1.abc/?embed=1", true],
  ["/share/1.abc/f3/i12?x=2&embed=1", true],
  ["/share/1.abc", false],
  ["/share/1.abc/", false],
  ["/share/1.abc?embed=0", false],
  ["/share/1.abc/sign-in?embed=1", false],
  ["/share/?embed=1", false],
  ["/share/1.abc/../../s1/manage", false],
  ["/s1/course2/i9/?embed=1", true],
  ["/s1/course2/i9?embed=1&x=2", true],
  ["/s1/course2/i9/", false],
  ["/s1/course2/i9/?embed=0", false],
  ["/s1/?embed=1", false],
  ["/s1/manage?embed=1", false],
  ["/s1/account?embed=1", false],
  ["/sign-in?embed=1", false],
  ["//evil.test/s1/course2?embed=1", false],
];
for (const [url, expected] of cases) {
  it(`${url}: ${expected ? "may be framed" : "never"}`, () => {
    expect(mayBeFramed(url)).toBe(expected);
  });
}
