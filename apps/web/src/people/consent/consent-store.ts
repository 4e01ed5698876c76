/** The visitor's consent, for the parts of a page that ask for it or depend on it. */
import { useSyncExternalStore } from "react";
import { type Consent, consentCookie, readConsent } from "./consent-cookie.ts";

let cookies = typeof document === "undefined" ? "" : document.cookie;
let isReopened = false;
const listeners = new Set<() => void>();

function notify(): void {
  cookies = document.cookie;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useConsent(siteId: number): Consent {
  return readConsent(
    useSyncExternalStore(subscribe, () => cookies),
    siteId,
  );
}

/** Whether the visitor has reopened the settings. */
export const useIsConsentReopened = (): boolean => useSyncExternalStore(subscribe, () => isReopened);

/** Called from the footer of a page, or from a menu. */
export function reopenConsent(): void {
  isReopened = true;
  notify();
}

export function closeConsent(): void {
  isReopened = false;
  notify();
}

/** @param isTrackingAllowed null: tracking is not offered. */
export function acceptConsent(siteId: number, isTrackingAllowed: boolean | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers, nor on pages without TLS
  document.cookie = consentCookie(document.cookie, siteId, isTrackingAllowed);
  closeConsent();
}
