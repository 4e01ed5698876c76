/** German texts of courses. */
import type { courseEn } from "./course.en.ts";

export const courseDe: Record<keyof typeof courseEn, string> = {
  pageTitle: "Kurse",
  virtual: "Für Ihre Gruppe",
  hidden: "Für Studierende verborgen",
  folders_one: "{{count}} Ordner",
  folders_other: "{{count}} Ordner",
  items_one: "{{count}} Inhalt",
  items_other: "{{count}} Inhalte",
  goOn: "Weiter, wo Sie aufgehört haben",
  nothingInIt: "Leer",
  emptyTitle: "Noch keine Kurse",
  emptyText: "Kurse, die für Sie offen sind, erscheinen hier.",
  emptyManagerText: "Ein Kurs enthält Ordner, Ordner enthalten Präparate. Geben Sie Ihrem ersten Kurs einen Namen.",
  add: "Kurs anlegen",
  addFirst: "Den ersten Kurs anlegen",
  addTitle: "Kurs anlegen",
  fieldTitle: "Titel",
  fieldDescription: "Beschreibung",
  fieldDescriptionHint: "Was Studierende darin finden. Kann leer bleiben.",
  titleMissing: "Geben Sie einen Titel an",
  addFailed: "Fehler beim Anlegen des Kurses. Bitte versuchen Sie es später noch einmal.",
};
