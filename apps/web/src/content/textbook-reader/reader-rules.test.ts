import { describe, expect, it } from "vitest";
import { PRINT_MAX_PAGES, parsePrintRange } from "./print-range.ts";
import { commandOfKey } from "./reader-commands.ts";
import { readStartPage, withPage } from "./remembered-page.ts";
import { RenderQueue } from "./render-queue.ts";
import { isSafeLink, ownPage } from "./safe-link.ts";

describe("pages to print", () => {
  it.each([
    ["3", [3]],
    ["1-3, 2, 8", [1, 2, 3, 8]],
    ["8; 5–6", [5, 6, 8]],
  ])("%s", (text, pages) => expect(parsePrintRange(text, 8)).toEqual({ ok: true, pages }));

  it.each([
    ["", "unreadable"],
    ["a-b", "unreadable"],
    ["1,,2", "unreadable"],
    ["0", "outside"],
    ["9", "outside"],
    ["3-2", "outside"],
  ])("%j is rejected: %s", (text, problem) => expect(parsePrintRange(text, 8)).toEqual({ ok: false, problem }));

  it("are limited to what fits into memory", () => {
    expect(parsePrintRange(`1-${PRINT_MAX_PAGES}`, 500).ok).toBe(true);
    expect(parsePrintRange(`1-${PRINT_MAX_PAGES}, 400`, 500)).toEqual({ ok: false, problem: "tooMany" });
    expect(parsePrintRange("1-500", 500)).toEqual({ ok: false, problem: "tooMany" });
  });
});

describe("a key", () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}, isOnPages = true) =>
    commandOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, isOnPages);

  it("moves only while the pages have the focus", () => {
    expect([press("PageDown"), press("Home"), press(" ", { shiftKey: true })]).toEqual([
      "viewDown",
      "firstPage",
      "viewUp",
    ]);
    expect([press("PageDown", {}, false), press(" ", {}, false)]).toEqual([null, null]);
    expect(press("g", {}, false)).toBe("goToPage");
  });

  it("with Ctrl or the command key searches, prints and zooms, and leaves the rest to the browser", () => {
    expect([press("f", { ctrlKey: true }), press("p", { metaKey: true }), press("+", { ctrlKey: true })]).toEqual([
      "find",
      "print",
      "zoomIn",
    ]);
    expect([press("r", { ctrlKey: true }), press("f", { ctrlKey: true, shiftKey: true })]).toEqual([null, null]);
    expect(press("ArrowLeft", { altKey: true })).toBeNull();
  });
});

describe("a link of a PDF", () => {
  it.each(["https://a.example/x", "http://a.example", "mailto:a@a.example"])("%s is offered", (url) =>
    expect(isSafeLink(url)).toBe(true),
  );
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "/s1/",
    "",
    "ftp://a.example",
  ])("%s is not", (url) => expect(isSafeLink(url)).toBe(false));
  it("opens in the app if its origin is the same", () => {
    expect(ownPage("https://a.example/s1/i9/", "https://a.example")?.pathname).toBe("/s1/i9/");
    expect(ownPage("https://b.example/s1/i9/", "https://a.example")).toBeNull();
    expect(ownPage("javascript:x", "null")).toBeNull();
  });
});

describe("the start page", () => {
  it("is taken from the URL, or is the first", () => {
    expect(readStartPage("?page=12", "1-2-3")).toBe(12);
    for (const search of ["", "?page=0", "?page=-3", "?page=1e3", "?page=99999999"])
      expect(readStartPage(search, "1-2-3")).toBe(1);
  });
  it("is written to the URL beside other parameters", () =>
    expect(withPage("?parent=4&page=1", 12)).toBe("?parent=4&page=12"));
});

describe("the render queue", () => {
  it("draws one at a time, the currently most urgent first, and omits cancelled ones", async () => {
    const queue = new RenderQueue();
    const done: string[] = [];
    let running = 0;
    const work = (name: string) => async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve));
      done.push(name);
      running -= 1;
    };
    let priorityOfFar = 9;
    queue.add(() => 5, work("near"));
    queue.add(() => priorityOfFar, work("far"));
    const takeBack = queue.add(() => 7, work("taken back"));
    queue.add(
      () => 1,
      async () => {
        await work("current")();
        priorityOfFar = 0;
        takeBack();
      },
    );
    await expect.poll(() => done).toEqual(["current", "far", "near"]);
  });

  it("continues after a failure, and aborts a running task when it is cancelled", async () => {
    const queue = new RenderQueue();
    const done: string[] = [];
    queue.add(
      () => 0,
      () => Promise.reject(new Error("damaged")),
    );
    const stop = queue.add(
      () => 1,
      (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(void done.push("aborted")))),
    );
    queue.add(
      () => 2,
      async () => void done.push("next"),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    stop();
    await expect.poll(() => done).toEqual(["aborted", "next"]);
  });
});
