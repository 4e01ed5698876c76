/** German texts of what one has opened. */
import type { progressEn } from "./progress.en.ts";

export const progressDe: Record<keyof typeof progressEn, string> = {
  resetTitle: "Ihren Fortschritt zurücksetzen?",
  resetText_one:
    "{{count}} angesehener Eintrag in „{{title}}“ wird als nicht angesehen markiert. Das lässt sich nicht rückgängig machen.",
  resetText_other:
    "{{count}} angesehene Einträge in „{{title}}“ werden als nicht angesehen markiert. Das lässt sich nicht rückgängig machen.",
  resetKeeps: "Ihre Annotationen, Notizen und Antworten bleiben erhalten.",
  resetNow: "Fortschritt zurücksetzen",
};
