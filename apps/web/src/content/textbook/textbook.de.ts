/** German texts of textbooks. */
import type { textbookEn } from "./textbook.en.ts";

export const textbookDe: Record<keyof typeof textbookEn, string> = {
  addTitle: "Lehrbuch hinzufügen",
  addFailed: "Das Lehrbuch konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  summary: "Zusammenfassung",
  diagnosis: "Diagnose",
  document: "PDF des Lehrbuchs",
  noDocument: "Es gibt noch kein PDF.",
  chooseDocument: "PDF wählen",
  otherDocument: "Anderes PDF wählen",
  notPdf: "Ein Lehrbuch ist ein PDF. Bitte wählen Sie eine PDF-Datei.",
  tooLarge: "{{name}} ist zu groß: Ein Lehrbuch kann höchstens 200 MB haben.",
  openDocument: "PDF öffnen",
  saveDocument: "PDF speichern",
  readerToCome:
    "Das Lesen auf dieser Seite, mit Lesezeichen und Suche, kommt noch. Bis dahin öffnet sich das PDF in einem eigenen Tab.",
};
