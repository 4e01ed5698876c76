import { expect, it } from "vitest";
import { createIdempotencyKeys, fileAsKey } from "./useIdempotencyKeys.ts";

it("returns the same key when a request is sent again, and a new key for another request", () => {
  const keys = createIdempotencyKeys();
  const key = keys.of({ title: "Kidney" });
  expect(keys.of({ title: "Liver" })).not.toBe(key);
  expect(keys.of({ title: "Kidney" })).toBe(key);
});

it("a successful request gets a new key the next time; a failed one keeps its key", () => {
  const keys = createIdempotencyKeys();
  const [kidney, liver] = [keys.of("Kidney"), keys.of("Liver")];
  keys.forget("Kidney");
  expect(keys.of("Kidney")).not.toBe(kidney);
  expect(keys.of("Liver")).toBe(liver);
});

it("treats a file that is selected again as the same request, and a changed file as a new one", () => {
  const chosen = (lastModified: number) => fileAsKey(new File(["x"], "gross.png", { type: "image/png", lastModified }));
  expect(chosen(1)).toEqual(chosen(1));
  expect(chosen(2)).not.toEqual(chosen(1));
});
