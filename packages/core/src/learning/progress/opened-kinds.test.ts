import { expect, it } from "vitest";
import { OPENED_KINDS } from "./opened-kinds.ts";

it("contains every kind with a page in a folder, except folders and courses", () => {
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
