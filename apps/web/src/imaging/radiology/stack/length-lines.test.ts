// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { lengthText, useLengthLines } from "./length-lines.ts";

describe("a measured length", () => {
  const line = { from: [0, 0], to: [30, 40] } as const;
  it("is given in mm if the pixel size is known", () => {
    expect(lengthText(line, [0.5, 0.5], "en")).toBe("25.0\u202fmm");
    expect(lengthText(line, [0.5, 0.5], "de")).toBe("25,0\u202fmm");
  });
  it("is given in pixels otherwise", () => expect(lengthText(line, null, "en")).toBe("50\u202fpx"));
});

describe("measured lengths", () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
  const open = (key = "1-2-series") => renderHook(() => useLengthLines(key));
  const line = { frame: 3, from: [0, 0], to: [30, 40] } as const;

  it("are restored after a reload, as moved and removed, only for the same person and series", () => {
    const { result, unmount } = open();
    for (let count = 0; count < 3; count += 1) act(() => result.current.add(line));
    act(() => result.current.moveEnd(2, "to", [5, 6]));
    act(() => result.current.remove(1));
    const stored = result.current.lines;
    expect(stored.map(({ id, to }) => [id, to])).toEqual([
      [2, [5, 6]],
      [3, [30, 40]],
    ]);
    unmount();
    expect(open().result.current.lines).toEqual(stored);
    expect(open("1-3-series").result.current.lines).toEqual([]);
  });

  it("are left out if the stored value is damaged", () => {
    localStorage.setItem("parfocal-lengths-1-2-series", JSON.stringify([{ id: 1, ...line }, { id: 2 }, null, "x"]));
    expect(open().result.current.lines).toHaveLength(1);
    localStorage.setItem("parfocal-lengths-1-2-series", "{");
    expect(open().result.current.lines).toEqual([]);
  });
});
