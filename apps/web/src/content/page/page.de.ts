/** German texts of static pages, and of what pages, embeds and textbooks have in common. */
import type { pageEn } from "./page.en.ts";

export const pageDe: Record<keyof typeof pageEn, string> = {
  addTitle: "Seite hinzufügen",
  add: "Hinzufügen",
  addFailed: "Die Seite konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldTitle: "Titel",
  titleMissing: "Bitte geben Sie einen Titel ein.",
  fieldSubtitle: "Untertitel",
  fieldContent: "Text",
  fieldThumbnail: "Kleines Bild",
  thumbnailHint: "Wird in Listen gezeigt; ohne Bild steht dort ein Symbol.",
  tags: "Schlagwörter",
  charactersUsed: "{{used}} von {{most}} Zeichen",
  empty: "Auf dieser Seite steht noch nichts.",
  previous: "Zurück: {{title}}",
  next: "Weiter: {{title}}",
  noPrevious: "Davor ist nichts",
  noNext: "Danach ist nichts",
};
