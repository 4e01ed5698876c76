import { expect, it } from "vitest";
import { OPENED_KINDS } from "./opened-kinds.ts";

it("is everything in a folder that has a page, but for folders and courses", () => {
  expect([...OPENED_KINDS].sort()).toEqual([
    "attachment",
    "case",
    "embed",
    "enrollment",
    "image",
    "page",
    "quiz",
    "radiology",
    "textbook",
  ]);
});
