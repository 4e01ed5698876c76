import { notifications } from "@mantine/notifications";
import { afterEach, expect, it, vi } from "vitest";
import { showUndo } from "#ui/undo-toast.tsx";
import { showFailure, showSuccess } from "./failure-toast.ts";

afterEach(() => void vi.restoreAllMocks());

it("a toast replaces an offer to undo, which may already have been done by key", async () => {
  const hidden = vi.spyOn(notifications, "hide").mockReturnValue("");
  const shown = vi.spyOn(notifications, "show").mockReturnValue("offer");
  showUndo("Renamed", "Undo", () => undefined);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  showSuccess("Undone");
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
  expect(hidden).toHaveBeenLastCalledWith("offer");
});

it("a failure is shown beside an offer to undo, and disappears with the next toast", async () => {
  const hidden = vi.spyOn(notifications, "hide").mockReturnValue("");
  const shown = vi.spyOn(notifications, "show").mockReturnValueOnce("offer").mockReturnValueOnce("failure");
  showUndo("Group deleted", "Undo", () => undefined);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  hidden.mockClear();
  showFailure(new Error("of another call"));
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
  expect(hidden).not.toHaveBeenCalled();
  showSuccess("Undone");
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(3));
  expect(hidden.mock.calls.flat()).toEqual(["failure", "offer"]);
});
