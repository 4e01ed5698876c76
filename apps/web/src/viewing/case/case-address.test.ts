import { describe, expect, it } from "vitest";
import { type CaseAddress, readCaseAddress, withCaseAddress } from "./case-address.ts";

const view = { center: [10.5, 20], zoom: 3.25, rotationDeg: 45 } as const;

describe("the address of a case", () => {
  const cases: [string, CaseAddress][] = [
    ["", { slideIds: null, views: [], isSynced: true }],
    ["?slides=12.15", { slideIds: [12, 15], views: [], isSynced: true }],
    ["?slides=12.15&views=10.5,20,3.25,45;", { slideIds: [12, 15], views: [view, null], isSynced: true }],
    ["?slides=7&sync=off", { slideIds: [7], views: [], isSynced: false }],
  ];
  for (const [search, address] of cases) {
    it(`${search || "nothing"} is read and written`, () => {
      expect(readCaseAddress(search)).toEqual(address);
      expect(withCaseAddress("", address)).toBe(search);
    });
  }
  for (const typed of ["?slides=0", "?slides=a.b", "?slides=1.2.", `?slides=${Array(17).fill(1).join(".")}`]) {
    it(`${typed.slice(0, 20)} names no slides`, () => expect(readCaseAddress(typed).slideIds).toBeNull());
  }
  it("keeps what others wrote", () =>
    expect(withCaseAddress("?embed=1&slides=3", { slideIds: [4], views: [], isSynced: true })).toBe(
      "?embed=1&slides=4",
    ));
});
