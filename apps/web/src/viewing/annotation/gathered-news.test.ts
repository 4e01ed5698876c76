import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectChanges } from "./gathered-news.ts";

describe("messages about many annotations", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are reported once, together, after the last", () => {
    const report = vi.fn();
    const news = collectChanges<string>(report);
    news.add("one", true);
    vi.advanceTimersByTime(1500);
    news.add("two", true);
    vi.advanceTimersByTime(1500);
    news.add("three", false);
    expect(report).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(report.mock.calls).toEqual([[["one", "two", "three"]]]);
  });

  it("are reported almost immediately for a single one, and the next separately", () => {
    const report = vi.fn();
    const news = collectChanges<string>(report);
    news.add("one", false);
    vi.advanceTimersByTime(300);
    news.add("two", false);
    vi.advanceTimersByTime(300);
    expect(report.mock.calls).toEqual([[["one"]], [["two"]]]);
  });

  it("do not wait indefinitely for a missing one", () => {
    const report = vi.fn();
    collectChanges<string>(report).add("one", true);
    vi.advanceTimersByTime(2000);
    expect(report.mock.calls).toEqual([[["one"]]]);
  });

  it("are reported when the page unsubscribes, and only once", () => {
    const report = vi.fn();
    const news = collectChanges<string>(report);
    news.add("one", true);
    news.end();
    vi.runAllTimers();
    expect(report.mock.calls).toEqual([[["one"]]]);
  });
});
