/** The default message for a failed request without a message of its own on the screen. */

import { AppError } from "@parfocal/core/errors.ts";
import i18next from "i18next";
import { showOneToast } from "./one-toast.ts";

/** Spec part 2, section 8: 3000 ms; 0 for loading or persistent toasts. */
const TOAST_DURATION_MS = 3000;

interface ToastText {
  readonly title: string;
  readonly text: string;
}

/**
 * Title and text for a failure. Spec part 2, section 7: 400 has the title "Error" and the server's message; everything
 * else is "Sorry!".
 */
export function failureText(error: unknown): ToastText {
  if (error instanceof AppError && error.kind === "invalid")
    return { title: i18next.t("platform.error"), text: error.message };
  return splitExclamation(i18next.t("platform.failed"));
}

/** Splits "Sorry! Something went wrong." into title and text. */
function splitExclamation(sentence: string): ToastText {
  const end = sentence.indexOf("! ");
  return end < 0 ? { title: "", text: sentence } : { title: sentence.slice(0, end + 1), text: sentence.slice(end + 2) };
}

export function showFailure(error: unknown): void {
  void showToast(failureText(error), "red");
}

/** A failure with its own text. */
export function showProblem(text: string): void {
  void showToast(splitExclamation(text), "red");
}

export function showSuccess(text: string): void {
  void showToast(splitExclamation(text), "teal");
}

async function showToast({ title, text }: ToastText, color: string): Promise<void> {
  const closeButtonProps = { "aria-label": i18next.t("ui.close") };
  const toast = { title: title || null, message: text, color, closeButtonProps, autoClose: TOAST_DURATION_MS };
  await showOneToast(toast, color === "red" ? "failure" : "message");
}
