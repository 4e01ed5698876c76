/** German texts of folders. */
import type { folderEn } from "./folder.en.ts";

export const folderDe: Record<keyof typeof folderEn, string> = {
  manage: "Verwalten",
  add: "Ordner anlegen",
  addCase: "Fall anlegen",
  addTitle: "Ordner anlegen",
  fieldTitle: "Titel",
  fieldDescription: "Beschreibung",
  fieldDescriptionHint: "Optional",
  titleMissing: "Geben Sie einen Titel ein.",
  addFailed: "Fehler beim Anlegen des Ordners. Bitte versuchen Sie es später noch einmal.",
  neighbours: "Voriger und nächster Ordner",
  previous: "Voriger Ordner:",
  next: "Nächster Ordner:",
  chooseFolder: "Ordner wählen",
};
