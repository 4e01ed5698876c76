// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { dropKeptAddress, keepAddress, keptAddress } from "./kept-address.ts";

const URL = "https://slides.example.org/kidney.dzi";

describe("an address that is stored during a reload", () => {
  afterEach(dropKeptAddress);

  it("is available for its parent, until it is dropped", () => {
    keepAddress(7, URL);
    expect([keptAddress(7), keptAddress(8)]).toEqual([URL, null]);
    dropKeptAddress();
    expect(keptAddress(7)).toBeNull();
  });

  for (const kept of ["", "{", "7", "null", '{"parentId":7}', '{"parentId":7,"url":1}']) {
    it(`is null if ${JSON.stringify(kept)} is stored`, () => {
      sessionStorage.setItem("parfocal-external-address", kept);
      expect(keptAddress(7)).toBeNull();
    });
  }
});
