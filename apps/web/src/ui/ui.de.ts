/** German texts of parts that every slice uses. */
import type { uiEn } from "./ui.en.ts";

export const uiDe: Record<keyof typeof uiEn, string> = {
  cancel: "Abbrechen",
  close: "Schließen",
  tryAgain: "Noch einmal versuchen",
  undo: "Rückgängig",
  noResults: "Keine Treffer",
  titleMissing: "Geben Sie einen Titel ein.",
  optional: "Optional",
  thumbnailHint: "Wird in Listen gezeigt. Ohne Bild erscheint ein Symbol.",
  loading: "Wird geladen",
  notFoundTitle: "Seite nicht gefunden",
  notFoundText: "Vielleicht ist die Adresse falsch, oder die Seite wurde entfernt.",
  notAllowedTitle: "Kein Zugriff",
  notAllowedText: "Ihr Konto kann diese Seite nicht öffnen. Wenn es das können sollte, fragen Sie Ihre Lehrperson.",
  failedTitle: "Diese Seite konnte nicht geladen werden",
  toCourses: "Zu den Kursen",
  signInWithOther: "Anderes Konto verwenden",
};
