import { AppError } from "@parfocal/core/errors.ts";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { failureText } from "./failure-toast.ts";
import { platformEn } from "./platform.en.ts";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { translation: { platform: platformEn } } } });
});

describe("the default toast of a failure (spec part 2, section 7)", () => {
  it("400: titled Error, in the server's words", () => {
    expect(failureText(new AppError("invalid", "Give it a title."))).toEqual({
      title: "Error",
      text: "Give it a title.",
    });
  });

  for (const error of [new AppError("internal", "x"), new AppError("forbidden", "x"), new TypeError("x")]) {
    it(`${error.name} ${"kind" in error ? error.kind : ""}: Sorry!`, () => {
      expect(failureText(error)).toEqual({ title: "Sorry!", text: "Something went wrong. Please try again." });
    });
  }
});
