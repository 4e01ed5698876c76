import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectChanges } from "./gathered-news.ts";

describe("messages about many annotations", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are reported once, together, after the last", () => {
    const tell = vi.fn();
    const news = collectChanges<string>(tell);
    news.add("one", true);
    vi.advanceTimersByTime(1500);
    news.add("two", true);
    vi.advanceTimersByTime(1500);
    news.add("three", false);
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(tell.mock.calls).toEqual([[["one", "two", "three"]]]);
  });

  it("are reported almost immediately for a single one, and the next separately", () => {
    const tell = vi.fn();
    const news = collectChanges<string>(tell);
    news.add("one", false);
    vi.advanceTimersByTime(300);
    news.add("two", false);
    vi.advanceTimersByTime(300);
    expect(tell.mock.calls).toEqual([[["one"]], [["two"]]]);
  });

  it("do not wait indefinitely for a missing one", () => {
    const tell = vi.fn();
    collectChanges<string>(tell).add("one", true);
    vi.advanceTimersByTime(2000);
    expect(tell.mock.calls).toEqual([[["one"]]]);
  });

  it("are reported when the page unsubscribes, and only once", () => {
    const tell = vi.fn();
    const news = collectChanges<string>(tell);
    news.add("one", true);
    news.end();
    vi.runAllTimers();
    expect(tell.mock.calls).toEqual([[["one"]]]);
  });
});
