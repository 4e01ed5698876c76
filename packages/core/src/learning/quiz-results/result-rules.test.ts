import { describe, expect, it } from "vitest";
import { isConnectionLost, resultState, SILENT_AFTER_S, secondsBetween } from "./result-rules.ts";

describe("the state of a result", () => {
  it("is started, submitted, or out of time if submitted by the clock", () => {
    expect(resultState("started", null)).toBe("started");
    expect(resultState("submitted", "person")).toBe("submitted");
    expect(resultState("submitted", "staff")).toBe("submitted");
    expect(resultState("submitted", "sweeper")).toBe("outOfTime");
  });
});

describe("a lost connection", () => {
  it("is assumed after 45 s without a report from a page with a clock", () => {
    expect(isConnectionLost(SILENT_AFTER_S, true)).toBe(false);
    expect(isConnectionLost(SILENT_AFTER_S + 1, true)).toBe(true);
  });

  it("is not assumed without a time limit: a page without changes sends nothing", () => {
    expect(isConnectionLost(3_600, false)).toBe(false);
  });
});

describe("seconds between two instants", () => {
  it("are integers and never negative", () => {
    expect(secondsBetween(1_000, 62_400)).toBe(61);
    expect(secondsBetween(5_000, 1_000)).toBe(0);
  });
});
