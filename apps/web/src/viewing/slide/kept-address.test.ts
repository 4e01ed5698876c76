// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { dropKeptAddress, keepAddress, keptAddress } from "./kept-address.ts";

const URL = "https://slides.example.org/kidney.dzi";

describe("the address that is kept while the page is loaded again", () => {
  afterEach(dropKeptAddress);

  it("is there for the place that it was typed in, until it is dropped", () => {
    keepAddress(7, URL);
    expect([keptAddress(7), keptAddress(8)]).toEqual([URL, null]);
    dropKeptAddress();
    expect(keptAddress(7)).toBeNull();
  });

  for (const kept of ["", "{", "7", "null", '{"parentId":7}', '{"parentId":7,"url":1}']) {
    it(`is none where ${JSON.stringify(kept)} is kept`, () => {
      sessionStorage.setItem("parfocal-external-address", kept);
      expect(keptAddress(7)).toBeNull();
    });
  }
});
