/** German texts of static pages, and of what pages, embeds and textbooks have in common. */
import type { pageEn } from "./page.en.ts";

export const pageDe: Record<keyof typeof pageEn, string> = {
  updated: "Seite aktualisiert!",
  addTitle: "Seite hinzufügen",
  add: "Hinzufügen",
  addFailed: "Die Seite konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldContent: "Text",
  tags: "Schlagwörter",
  empty: "Diese Seite ist leer.",
};
