/** Shares the link to the current view: by the device's share sheet if it has one, else by the clipboard. */
import i18next from "i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { ADDRESS_PAUSE_MS } from "./slide-address.ts";

const TOUCH = "(hover: none) and (pointer: coarse)";

/** @param title title of the slide. */
export async function copyLinkToView(title: string): Promise<void> {
  // The URL follows the view with this delay.
  await new Promise((resolve) => setTimeout(resolve, ADDRESS_PAUSE_MS));
  const url = window.location.href;
  if (window.matchMedia(TOUCH).matches && navigator.share) {
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showSuccess(i18next.t("slide.linkCopied"));
  } catch {
    showProblem(i18next.t("slide.linkNotCopied"));
  }
}
