/** German texts of static pages. */
import type { pageEn } from "./page.en.ts";

export const pageDe: Record<keyof typeof pageEn, string> = {
  updated: "Seite aktualisiert!",
  addTitle: "Seite hinzufügen",
  addFailed: "Die Seite konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldContent: "Text",
  empty: "Diese Seite ist leer.",
};
