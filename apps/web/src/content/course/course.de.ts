/** German texts of courses. */
import { uiDe } from "#ui/ui.de.ts";
import type { courseEn } from "./course.en.ts";

export const courseDe: Record<keyof typeof courseEn, string> = {
  pageTitle: "Kurse",
  virtual: "Für Ihre Gruppe",
  draft: "Entwurf",
  draftText: "Nur Lehrende und die Administration sehen diesen Kurs.",
  publish: "Veröffentlichen",
  published: "Kurs veröffentlicht",
  undo: "Rückgängig",
  hidden: "Für Studierende verborgen",
  folders_one: "{{count}} Ordner",
  folders_other: "{{count}} Ordner",
  items_one: "{{count}} Inhalt",
  items_other: "{{count}} Inhalte",
  goOn: "Weiter, wo Sie aufgehört haben",
  nothingInIt: "Leer",
  emptyTitle: "Noch keine Kurse",
  emptyText: "Hier erscheinen die Kurse, auf die Sie Zugriff haben.",
  emptyManagerText: "Kurse enthalten Ordner, Ordner enthalten Präparate. Legen Sie zuerst einen Kurs an.",
  add: "Kurs anlegen",
  addFirst: "Ersten Kurs anlegen",
  addTitle: "Kurs anlegen",
  fieldTitle: "Titel",
  fieldDescription: "Beschreibung",
  fieldDescriptionHint: "Worum es im Kurs geht. Optional.",
  titleMissing: uiDe.titleMissing,
  addFailed: "Fehler beim Anlegen des Kurses. Bitte versuchen Sie es später noch einmal.",
};
