import { expect, it, vi } from "vitest";
import { leaveFrame } from "./leave-frame.ts";

const cases: readonly [path: string, isFramed: boolean, isReloaded: boolean][] = [
  ["/s1/course2/i9/", true, false],
  ["/share/1.abc", true, false],
  ["/s1/manage", true, true],
  ["/s1/account", true, true],
  ["/sign-in", true, true],
  ["/s1/", true, true],
  ["/s1/manage", false, false],
];
for (const [path, isFramed, isReloaded] of cases) {
  it(`${path}${isFramed ? " in a frame" : ""}: ${isReloaded ? "is loaded anew" : "stays"}`, () => {
    const reload = vi.fn();
    leaveFrame(path, { self: "page", top: isFramed ? "another site" : "page", location: { reload } });
    expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0);
  });
}
