/** German texts of folders. */
import { uiDe } from "#ui/ui.de.ts";
import type { folderEn } from "./folder.en.ts";

export const folderDe: Record<keyof typeof folderEn, string> = {
  add: "Ordner anlegen",
  addTitle: "Ordner anlegen",
  fieldTitle: "Titel",
  fieldDescription: "Beschreibung",
  fieldDescriptionHint: uiDe.optional,
  titleMissing: uiDe.titleMissing,
  addFailed: "Fehler beim Anlegen des Ordners. Bitte versuchen Sie es später noch einmal.",
  neighbours: "Voriger und nächster Ordner",
  previous: "Voriger Ordner:",
  next: "Nächster Ordner:",
  uploadFolder: "Ordner hochladen …",
};
