/** German texts of static pages, and of what pages, embeds and textbooks have in common. */
import type { pageEn } from "./page.en.ts";

export const pageDe: Record<keyof typeof pageEn, string> = {
  addTitle: "Seite hinzufügen",
  add: "Hinzufügen",
  addFailed: "Die Seite konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldTitle: "Titel",
  titleMissing: "Geben Sie einen Titel ein.",
  fieldSubtitle: "Untertitel",
  fieldContent: "Text",
  fieldThumbnail: "Vorschaubild",
  thumbnailHint: "Wird in Listen gezeigt. Ohne Bild erscheint ein Symbol.",
  tags: "Schlagwörter",
  charactersUsed: "{{used}} von {{most}} Zeichen",
  empty: "Diese Seite ist leer.",
  previous: "Zurück: {{title}}",
  next: "Weiter: {{title}}",
  noPrevious: "Kein voriger Eintrag",
  noNext: "Kein nächster Eintrag",
};
