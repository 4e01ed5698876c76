import { expect, it } from "vitest";
import { reviewStepFor } from "./review-keys.ts";

const press = (key: string, modifiers: Partial<Record<"ctrlKey" | "altKey" | "metaKey" | "shiftKey", boolean>> = {}) =>
  reviewStepFor({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...modifiers });

it("maps each key of the queue to one action, and ignores it with a modifier", () => {
  expect(["y", "p", "d", "j", "x", "Enter"].map((key) => press(key))).toEqual([
    "convert",
    "publish",
    "decline",
    "next",
    null,
    null,
  ]);
  expect(press("J", { shiftKey: true })).toBe("back");
  expect([press("d", { ctrlKey: true }), press("D", { shiftKey: true })]).toEqual([null, null]);
});
