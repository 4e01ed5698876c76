import { describe, expect, it } from "vitest";
import { itemOfAddress, parsePostPath } from "./post-path.ts";

describe("the path of a post", () => {
  it("contains its site and its ID", () => {
    expect(parsePostPath("/s12/post45/")).toEqual({ siteId: 12, postId: 45 });
    expect(parsePostPath("/s1/post7")).toEqual({ siteId: 1, postId: 7 });
  });

  for (const path of [
    "/s1/post0/",
    "/s0/post7/",
    "/s1/post7/i9/",
    "/s1/p7/",
    "/s1/post/",
    "/s1/post-7/",
    "/post7/",
    "",
  ])
    it(`is not ${path}`, () => expect(parsePostPath(path)).toBeNull());
});

describe("the item of a post", () => {
  const cases: readonly [address: string, expected: object | null][] = [
    ["/s12/course5/f7/i9/", { kind: "image", id: 9 }],
    ["/s12/course5/f7/i9/?view=1,2,3,0", { kind: "image", id: 9 }],
    ["/s12/course5", { kind: "course", id: 5 }],
    ["/s12/course5/q4/qs3/", { kind: "quiz", id: 4 }],
    ["/s12/q4/review", { kind: "quiz", id: 4 }],
    ["/s12/", null],
    ["/s12/manage", null],
    ["/s13/course5/", null],
    ["/share/12.abc", null],
    ["https://slides.example/s12/i9/", null],
    ["/s12/post45/", null],
    ["", null],
  ];
  for (const [address, expected] of cases)
    it(`${address} shows ${JSON.stringify(expected)}`, () => expect(itemOfAddress(address, 12)).toEqual(expected));
});
