import { expect, it, vi } from "vitest";
import { isSignedOutInFrame, leaveFrame } from "./leave-frame.ts";

const cases: readonly [address: string, isFramed: boolean, isReloaded: boolean][] = [
  ["/s1/course2/i9/", true, false],
  ["/share/1.abc?embed=1", true, false],
  ["/share/1.abc/f3/i9?embed=1", true, false],
  ["/share/1.abc", true, true],
  ["/share/1.abc", false, false],
  ["/s1/manage?embed=1", true, false],
  ["/s1/manage/people?embed=1", true, false],
  ["/s1/manage/people/x?embed=1", true, true],
  ["/s1/choose-content?choice=7&embed=1", true, false],
  ["/s1/choose-content?choice=7", true, true],
  ["/s1/post45/?embed=1", true, false],
  ["/s1/post45/", true, true],
  ["/s1/manage", true, true],
  ["/s1/account", true, true],
  ["/sign-in", true, false],
  ["/sign-in/", true, true],
  ["/s1/", true, true],
  ["/s1/manage", false, false],
];
for (const [address, isFramed, isReloaded] of cases) {
  it(`${address}${isFramed ? " in a frame" : ""}: ${isReloaded ? "is reloaded" : "is not reloaded"}`, () => {
    const replace = vi.fn();
    const { pathname: path, search } = new URL(address, "http://page.invalid");
    leaveFrame({ path, search }, { self: "page", top: isFramed ? "another site" : "page", location: { replace } });
    expect(replace.mock.calls).toEqual(isReloaded ? [[path + search]] : []);
  });
}

it("no page signs in inside a frame", () => {
  expect(isSignedOutInFrame({ path: "/sign-in" }, { self: "page", top: "another site" })).toBe(true);
  expect(isSignedOutInFrame({ path: "/sign-in" }, { self: "page", top: "page" })).toBe(false);
  expect(isSignedOutInFrame({ path: "/s1/course2/" }, { self: "page", top: "another site" })).toBe(false);
});
