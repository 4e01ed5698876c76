/** German texts of textbooks. */
import type { textbookEn } from "./textbook.en.ts";

export const textbookDe: Record<keyof typeof textbookEn, string> = {
  updated: "Lehrbuch aktualisiert!",
  addTitle: "Lehrbuch hinzufügen",
  addFailed: "Das Lehrbuch konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  summary: "Zusammenfassung",
  diagnosis: "Diagnose",
  document: "PDF des Lehrbuchs",
  noDocument: "Noch kein PDF",
  chooseDocument: "PDF wählen",
  otherDocument: "PDF ersetzen",
  notPdf: "Diese Datei ist kein PDF. Wählen Sie eine PDF-Datei.",
  tooLarge: "„{{name}}“ ist zu groß. Die Obergrenze für ein Lehrbuch ist 200 MB.",
};
