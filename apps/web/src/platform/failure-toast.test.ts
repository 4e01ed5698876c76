import { notifications } from "@mantine/notifications";
import { AppError } from "@parfocal/core/errors.ts";
import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { failureText, showFailure, showProblem, showSuccess } from "./failure-toast.ts";
import { platformEn } from "./platform.en.ts";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { translation: { platform: platformEn } } } });
});

describe("the default toast of a failure (spec part 2, section 7)", () => {
  it("400: titled Error, with the server's message", () => {
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

describe("a toast", () => {
  afterEach(() => void vi.restoreAllMocks());
  const toasts: [what: string, show: () => void][] = [
    ["of a failure", () => showFailure(new AppError("internal", "x"))],
    ["of a failure with a text of its own", () => showProblem("Error. User not found")],
    ["of a success", () => showSuccess("Note added")],
  ];
  for (const [what, show] of toasts) {
    it(`${what} disappears after 3000 ms`, async () => {
      const shown = vi.spyOn(notifications, "show").mockReturnValue("");
      show();
      await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
      expect(shown.mock.calls[0]?.[0].autoClose).toBe(3000);
    });
  }

  it("of a call with status 400 is titled Error and shows the server's message", async () => {
    const shown = vi.spyOn(notifications, "show").mockReturnValue("");
    showFailure(new AppError("invalid", "Give it a title."));
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect(shown.mock.calls[0]?.[0]).toMatchObject({ title: "Error", message: "Give it a title." });
  });

  it("has the text before an exclamation mark as its title", async () => {
    const shown = vi.spyOn(notifications, "show").mockReturnValue("");
    showSuccess("Done! Annotation has been saved");
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect(shown.mock.calls[0]?.[0]).toMatchObject({ title: "Done!", message: "Annotation has been saved" });
  });

  it("replaces the previous one, whatever its text", async () => {
    const hidden = vi.spyOn(notifications, "hide").mockReturnValue("");
    const shown = vi.spyOn(notifications, "show");
    for (const [index, id] of ["a", "b", "c"].entries()) {
      shown.mockReturnValueOnce(id);
      showSuccess(index === 1 ? "Note deleted" : "Done! It has been moved");
      await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(index + 1));
    }
    expect(hidden.mock.calls.slice(-2)).toEqual([["a"], ["b"]]);
  });
});
