/** German texts of a question's own page. */
import type { questionPageEn } from "./question-page.en.ts";

export const questionPageDe: Record<keyof typeof questionPageEn, string> = {
  of: "Frage {{number}} von {{total}}: {{title}}",
  hint: "So sehen es Lernende. Ihre Antworten werden nicht gespeichert.",
  toQuiz: "Zurück zum Quiz",
  neighbours: "Fragen des Quiz",
  showKey: "Lösung zeigen",
  noKey: "Noch keine Lösung: Diese Frage wird nicht automatisch ausgewertet.",
  regions_one: "{{count}} Bereich auf dem Präparat",
  regions_other: "{{count}} Bereiche auf dem Präparat",
};
