import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectChanges } from "./gathered-news.ts";

describe("news of many annotations", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is reported once, with all of them, after the last", () => {
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

  it("is reported almost immediately for a single one, and the next separately", () => {
    const tell = vi.fn();
    const news = collectChanges<string>(tell);
    news.add("one", false);
    vi.advanceTimersByTime(300);
    news.add("two", false);
    vi.advanceTimersByTime(300);
    expect(tell.mock.calls).toEqual([[["one"]], [["two"]]]);
  });

  it("does not wait for ever for one that stays away", () => {
    const tell = vi.fn();
    collectChanges<string>(tell).add("one", true);
    vi.advanceTimersByTime(2000);
    expect(tell.mock.calls).toEqual([[["one"]]]);
  });

  it("is reported when the page unsubscribes, and only once", () => {
    const tell = vi.fn();
    const news = collectChanges<string>(tell);
    news.add("one", true);
    news.end();
    vi.runAllTimers();
    expect(tell.mock.calls).toEqual([[["one"]]]);
  });
});
