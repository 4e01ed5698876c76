import { afterEach, describe, expect, it, vi } from "vitest";
import { findChromium } from "./find-chromium.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the browser for journeys", () => {
  it("is the one that CHROMIUM_PATH names", () => {
    // Any program that answers --version will do here.
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(findChromium()).toBe(process.execPath);
  });

  it("is not replaced by another when CHROMIUM_PATH names none", () => {
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    expect(() => findChromium()).toThrow("CHROMIUM_PATH is /nowhere/chromium");
  });
});
