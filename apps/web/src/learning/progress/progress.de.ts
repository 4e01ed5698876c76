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
  section: "Fortschritt",
  of: "Fortschritt in „{{title}}“",
  toCourse: "Kurs",
  learners_zero: "Keine Lernenden haben Zugang zu diesem Kurs.",
  learners_one: "{{count}} Person, die lernt, hat Zugang zu diesem Kurs.",
  learners_other: "{{count}} Lernende haben Zugang zu diesem Kurs.",
  privacy: "Nur Summen. Zahlen sind gerundet, wo sie weniger als {{count}} Personen zählen oder auslassen würden.",
  tooFewLearners: "Summen werden ab {{count}} Lernenden gezeigt, damit niemand erkannt werden kann.",
  notSeen: "Lernende sehen diesen Kurs nicht.",
  emptyTitle: "Noch keine Einträge",
  emptyText: "Fügen Sie dem Kurs Einträge hinzu. Hier steht dann, wie viele Lernende sie angesehen haben.",
  pages: "Seiten des Kurses",
  item: "Eintrag",
  viewed: "Angesehen",
  finished: "Quiz abgegeben",
  hidden: "Verborgen",
  exactly: "{{number}} von {{total}}",
  fewerThan: "weniger als {{number}} von {{total}}",
  atLeast: "mindestens {{number}} von {{total}}",
  tooFew: "zu wenige Lernende",
};
