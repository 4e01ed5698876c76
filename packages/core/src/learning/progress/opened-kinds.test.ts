import { expect, it } from "vitest";
import { OPENED_KINDS } from "./opened-kinds.ts";

it("is all that stands in a folder and has a page, but for folders and courses", () => {
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
