import { describe, expect, it } from "vitest";
import { type CaseAddress, openingAddress, openingViewOf, readCaseAddress, withCaseAddress } from "./case-address.ts";

const view = { center: [10.5, 20], zoom: 3.25, rotationDeg: 45 } as const;

describe("the URL of a case", () => {
  const cases: [string, CaseAddress][] = [
    ["", { slideIds: null, views: [], isSynced: true }],
    ["?slides=12.15", { slideIds: [12, 15], views: [], isSynced: true }],
    ["?slides=12.15&views=10.5,20,3.25,45;", { slideIds: [12, 15], views: [view, null], isSynced: true }],
    ["?slides=7&sync=off", { slideIds: [7], views: [], isSynced: false }],
  ];
  for (const [search, address] of cases) {
    it(`${search || "nothing"} is parsed and written`, () => {
      expect(readCaseAddress(search)).toEqual(address);
      expect(withCaseAddress("", address)).toBe(search);
    });
  }
  for (const typed of ["?slides=0", "?slides=a.b", "?slides=1.2.", `?slides=${Array(17).fill(1).join(".")}`]) {
    it(`${typed.slice(0, 20)} contains no slides`, () => expect(readCaseAddress(typed).slideIds).toBeNull());
  }
  it("keeps other parameters", () =>
    expect(withCaseAddress("?embed=1&slides=3", { slideIds: [4], views: [], isSynced: true })).toBe(
      "?embed=1&slides=4",
    ));
});

describe("a case of a share link", () => {
  const stored: CaseAddress = { slideIds: [12, 15], views: [null, view], isSynced: false };
  it("opens as stored in the link, unless the URL contains slides or views of its own", () => {
    expect(openingAddress(readCaseAddress("?embed=1"), stored)).toBe(stored);
    expect(openingAddress(readCaseAddress("?slides=15"), stored).slideIds).toEqual([15]);
    expect(openingAddress(readCaseAddress(""), null).isSynced).toBe(true);
  });
  it("shows each slide in its view: in its container, and in the only one of a small screen", () => {
    const viewAt = (place: number, slideId: number, isSmall: boolean) =>
      openingViewOf(stored, { place, slideId, isSmall });
    expect(viewAt(1, 15, false)).toBe(view);
    expect(viewAt(0, 15, true)).toBe(view);
    expect([viewAt(0, 15, false), viewAt(0, 12, false), viewAt(0, 99, true)]).toEqual([null, null, null]);
  });
});
