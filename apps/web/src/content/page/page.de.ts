/** German texts of static pages, and of what pages, embeds and textbooks have in common. */
import { uiDe } from "#ui/ui.de.ts";
import type { pageEn } from "./page.en.ts";

export const pageDe: Record<keyof typeof pageEn, string> = {
  updated: "Seite aktualisiert!",
  addTitle: "Seite hinzufügen",
  add: "Hinzufügen",
  addFailed: "Die Seite konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldTitle: "Titel",
  titleMissing: uiDe.titleMissing,
  fieldSubtitle: "Untertitel",
  fieldContent: "Text",
  fieldThumbnail: "Vorschaubild",
  thumbnailHint: uiDe.thumbnailHint,
  tags: "Schlagwörter",
  charactersUsed: "{{used}} von {{most}} Zeichen",
  empty: "Diese Seite ist leer.",
};
