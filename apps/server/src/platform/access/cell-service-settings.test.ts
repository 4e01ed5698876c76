import { describe, expect, it } from "vitest";
import { readCellService } from "./cell-service-settings.ts";

const CREDENTIAL = "hush-7f3a";
const read = (PARFOCAL_ANALYSIS_URL?: string, PARFOCAL_ANALYSIS_CREDENTIAL?: string) =>
  readCellService({
    ...(PARFOCAL_ANALYSIS_URL === undefined ? {} : { PARFOCAL_ANALYSIS_URL }),
    ...(PARFOCAL_ANALYSIS_CREDENTIAL === undefined ? {} : { PARFOCAL_ANALYSIS_CREDENTIAL }),
  });

describe("the external analysis service", () => {
  it("is not configured without an address, with or without a credential", () => {
    expect(read()).toBeNull();
    expect(read("")).toBeNull();
    expect(read(undefined, CREDENTIAL)).toBeNull();
  });
  it("is requested below its address, with or without a trailing slash", () => {
    for (const address of ["https://cells.example.org/v1", "https://cells.example.org/v1/"])
      expect(read(address, CREDENTIAL)).toMatchObject({
        url: new URL("https://cells.example.org/v1/"),
        credential: CREDENTIAL,
      });
    expect(read("http://localhost:9000", CREDENTIAL)?.url.href).toBe("http://localhost:9000/");
  });
  for (const address of [
    "cells.example.org",
    "http://cells.example.org",
    "ftp://cells.example.org",
    "https://name:word@cells.example.org",
  ])
    it(`prevents the start for ${address}: the message names the setting, not the credential`, () => {
      expect(() => read(address, CREDENTIAL)).toThrow(/^PARFOCAL_ANALYSIS_URL must be a URL/);
      expect(() => read(address, CREDENTIAL)).not.toThrow(CREDENTIAL);
    });
  it("prevents the start without its credential", () => {
    for (const missing of [undefined, ""])
      expect(() => read("https://cells.example.org", missing)).toThrow(/^PARFOCAL_ANALYSIS_CREDENTIAL is missing/);
  });
});
