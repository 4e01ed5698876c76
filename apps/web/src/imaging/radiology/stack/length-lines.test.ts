import { describe, expect, it } from "vitest";
import { lengthText } from "./length-lines.ts";

describe("a measured length", () => {
  const line = { from: [0, 0], to: [30, 40] } as const;
  it("is given in mm if the pixel size is known", () => {
    expect(lengthText(line, [0.5, 0.5], "en")).toBe("25.0\u202fmm");
    expect(lengthText(line, [0.5, 0.5], "de")).toBe("25,0\u202fmm");
  });
  it("is given in pixels otherwise", () => expect(lengthText(line, null, "en")).toBe("50\u202fpx"));
});
