/** English texts of textbooks. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const textbookEn = {
  updated: "Textbook updated!",
  addTitle: "Add textbook",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "Textbook"),
  summary: "Summary",
  diagnosis: "Diagnosis",
  document: "Textbook PDF",
  noDocument: "No PDF yet",
  chooseDocument: "Choose PDF",
  otherDocument: "Replace PDF",
  notPdf: "This file is not a PDF. Choose a PDF file.",
  tooLarge: "“{{name}}” is too large. The limit for a textbook is 200 MB.",
} as const;
