import { expect, it } from "vitest";
import { type Framing, framingOf } from "./framed-page.ts";

const cases: readonly [url: string, expected: Framing][] = [
  ["/share/1.abc?embed=1", "sites"],
  ["/share/1.abc/?embed=1", "sites"],
  ["/share/1.abc/f3/i12?x=2&embed=1", "sites"],
  ["/share/1.abc", "nobody"],
  ["/share/1.abc/", "nobody"],
  ["/share/1.abc?embed=0", "nobody"],
  ["/share/1.abc/sign-in?embed=1", "nobody"],
  ["/share/?embed=1", "nobody"],
  ["/share/1.abc/../../s1/manage", "nobody"],
  ["/s1/course2/i9/?embed=1", "sites"],
  ["/s1/course2/i9?embed=1&x=2", "sites"],
  ["/s1/course2/i9/", "nobody"],
  ["/s1/course2/i9/?embed=0", "nobody"],
  ["/s1/?embed=1", "nobody"],
  ["/s1/post45/?embed=1", "sites"],
  ["/s1/post45/", "nobody"],
  ["/s1/post45/account?embed=1", "nobody"],
  ["/s1/manage?embed=1", "host"],
  ["/s1/manage/people?embed=1", "host"],
  ["/s1/choose-content?choice=7&embed=1", "sites"],
  ["/s1/choose-content?choice=7", "nobody"],
  ["/s1/manage/", "nobody"],
  ["/s1/manager?embed=1", "nobody"],
  ["/s1/manage/../account?embed=1", "nobody"],
  ["/s1/manage/%2e%2e/account?embed=1", "nobody"],
  ["/s1/account?embed=1", "nobody"],
  ["/sign-in?embed=1", "nobody"],
  ["//evil.test/s1/course2?embed=1", "nobody"],
];
for (const [url, expected] of cases) {
  it(`${url} can be framed by: ${expected}`, () => {
    expect(framingOf(url)).toBe(expected);
  });
}
