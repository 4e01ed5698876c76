// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { dropStoredAddress, keepAddress, storedAddress } from "./stored-address.ts";

const URL = "https://slides.example.org/kidney.dzi";

describe("an address that is stored during a reload", () => {
  afterEach(dropStoredAddress);

  it("is available for its parent, until it is dropped", () => {
    keepAddress(7, URL);
    expect([storedAddress(7), storedAddress(8)]).toEqual([URL, null]);
    dropStoredAddress();
    expect(storedAddress(7)).toBeNull();
  });

  for (const stored of ["", "{", "7", "null", '{"parentId":7}', '{"parentId":7,"url":1}']) {
    it(`is null if ${JSON.stringify(stored)} is stored`, () => {
      sessionStorage.setItem("parfocal-external-address", stored);
      expect(storedAddress(7)).toBeNull();
    });
  }
});
