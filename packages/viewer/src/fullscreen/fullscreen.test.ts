import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FULLSCREEN_RESIZE_DELAY_MS, watchFullscreen } from "./fullscreen.ts";

/** A browser's full screen: the current element, and an event after each change. */
class Page extends EventTarget {
  fullscreenElement: unknown = null;
  readonly fullscreenEnabled: boolean;

  constructor(isEnabled = true) {
    super();
    this.fullscreenEnabled = isEnabled;
  }

  fill(element: unknown): Promise<void> {
    this.fullscreenElement = element;
    this.dispatchEvent(new Event("fullscreenchange"));
    return Promise.resolve();
  }

  exitFullscreen(): Promise<void> {
    return this.fill(null);
  }
}

function watchOn(page: Page) {
  vi.stubGlobal("document", page);
  const element = { requestFullscreen: () => page.fill(element) };
  const reported: boolean[] = [];
  const fullscreen = watchFullscreen(element as unknown as HTMLElement, (isFullscreen) => reported.push(isFullscreen));
  return { fullscreen, element, reported };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("full screen", () => {
  it("follows the browser's change events, whatever caused them", () => {
    const page = new Page();
    const { fullscreen, element, reported } = watchOn(page);
    void page.fill(element);
    expect(fullscreen.isFullscreen()).toBe(true);
    vi.advanceTimersByTime(FULLSCREEN_RESIZE_DELAY_MS);
    void page.fill(null);
    expect(fullscreen.isFullscreen()).toBe(false);
    vi.advanceTimersByTime(FULLSCREEN_RESIZE_DELAY_MS);
    expect(reported).toEqual([true, false]);
  });

  it("ignores other elements of the page", () => {
    const page = new Page();
    const { fullscreen } = watchOn(page);
    void page.fill({});
    expect(fullscreen.isFullscreen()).toBe(false);
  });

  it("toggles on, then off", async () => {
    const { fullscreen } = watchOn(new Page());
    await fullscreen.toggle();
    expect(fullscreen.isFullscreen()).toBe(true);
    await fullscreen.toggle();
    expect(fullscreen.isFullscreen()).toBe(false);
  });

  it("is not requested if the browser does not support it", async () => {
    const { fullscreen } = watchOn(new Page(false));
    await fullscreen.toggle();
    expect(fullscreen.isFullscreen()).toBe(false);
  });

  it("updates the view 100 ms after the last change, not before", () => {
    const page = new Page();
    const { element, reported } = watchOn(page);
    void page.fill(element);
    vi.advanceTimersByTime(60);
    void page.fill(null);
    vi.advanceTimersByTime(99);
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reported).toEqual([false]);
  });

  it("reports nothing after it is destroyed", () => {
    const page = new Page();
    const { fullscreen, element, reported } = watchOn(page);
    void page.fill(element);
    fullscreen.destroy();
    void page.fill(null);
    vi.advanceTimersByTime(10 * FULLSCREEN_RESIZE_DELAY_MS);
    expect(reported).toEqual([]);
  });
});
