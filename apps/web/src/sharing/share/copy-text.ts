import i18next from "i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";

/** @param copied text of the toast. */
export function copyText(text: string, copied: string): void {
  // Pages without https have no clipboard.
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  written.then(
    () => showSuccess(copied),
    () => showProblem(i18next.t("share.copyFailed")),
  );
}
