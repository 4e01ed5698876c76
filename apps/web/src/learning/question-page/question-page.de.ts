/** German texts of a question's own page. */
import type { questionPageEn } from "./question-page.en.ts";

export const questionPageDe: Record<keyof typeof questionPageEn, string> = {
  showKey: "Lösung zeigen",
  noKey: "Noch keine Lösung: Diese Frage wird nicht automatisch ausgewertet.",
  regions_one: "{{count}} Bereich auf dem Präparat",
  regions_other: "{{count}} Bereiche auf dem Präparat",
};
