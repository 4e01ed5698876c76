import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import { describe, expect, it } from "vitest";
import { createOpenSlides } from "./open-slides.ts";

/** Slides that record when they are opened and closed: the file system is not under test here. */
function buildShelf(most: number) {
  const slides = createOpenSlides(most);
  const events: string[] = [];
  const open = (key: string) => async () => {
    events.push(`open ${key}`);
    return { close: async () => void events.push(`close ${key}`) } as SlideSource;
  };
  const read = (key: string, work: () => Promise<unknown> = async () => {}) => slides.read(key, open(key), work);
  return { slides, events, read };
}

describe("open slides", () => {
  it("are opened once, also by several readers at once", async () => {
    const { read, events } = buildShelf(5);
    await Promise.all(Array.from({ length: 20 }, () => read("a")));
    expect(events).toEqual(["open a"]);
  });

  it("over the limit: the least recently used is closed", async () => {
    const { read, events } = buildShelf(2);
    for (const key of ["a", "b", "a", "c"]) await read(key);
    expect(events).toEqual(["open a", "open b", "open c", "close b"]);
  });

  it("in use are closed when the last reader is done", async () => {
    const { read, events } = buildShelf(1);
    let end = () => {};
    const reading = read("a", () => new Promise<void>((resolve) => (end = resolve)));
    await read("b");
    expect(events).toEqual(["open a", "open b"]);
    end();
    await reading;
    expect(events).toEqual(["open a", "open b", "close a"]);
  });

  it("that could not be opened are retried by the next reader", async () => {
    const slides = createOpenSlides(5);
    let tries = 0;
    const open = async () => {
      tries += 1;
      if (tries === 1) throw new Error("no such file");
      return { close: async () => {} } as SlideSource;
    };
    await expect(slides.read("a", open, async () => "read")).rejects.toThrow("no such file");
    await expect(slides.read("a", open, async () => "read")).resolves.toBe("read");
  });

  it("stay open if a read fails", async () => {
    const { read, events } = buildShelf(5);
    await expect(read("a", () => Promise.reject(new RangeError("no such tile")))).rejects.toThrow(RangeError);
    await read("a");
    expect(events).toEqual(["open a"]);
  });

  it("are all closed at the end", async () => {
    const { slides, read, events } = buildShelf(5);
    for (const key of ["a", "b"]) await read(key);
    await slides.closeAll();
    expect(events.slice(2).sort()).toEqual(["close a", "close b"]);
  });
});
