import { describe, expect, it } from "vitest";
import { createSearchPace } from "./search-pace.ts";

const NOON = Date.UTC(2026, 0, 1, 12);

describe("the rate limit for searches", () => {
  it("applies to each person, and restarts every minute", () => {
    const pace = createSearchPace(2);
    pace.count("user 1", NOON);
    pace.count("user 1", NOON + 1);
    expect(() => pace.count("user 1", NOON + 2)).toThrow("Too many searches. Try again in a minute");
    expect(() => pace.count("user 2", NOON + 2)).not.toThrow();
    expect(() => pace.count("user 1", NOON + 60_000)).not.toThrow();
  });
});
