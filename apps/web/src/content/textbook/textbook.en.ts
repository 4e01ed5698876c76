/** English texts of textbooks. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const textbookEn = {
  addTitle: "Add a textbook",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "Textbook"),
  summary: "Summary",
  diagnosis: "Diagnosis",
  document: "PDF of the textbook",
  noDocument: "There is no PDF yet.",
  chooseDocument: "Choose a PDF",
  otherDocument: "Choose another PDF",
  notPdf: "A textbook is a PDF. Please choose a PDF file.",
  tooLarge: "{{name}} is too large: a textbook can have 200 MB at most.",
  openDocument: "Open the PDF",
  saveDocument: "Save the PDF",
  readerToCome:
    "Reading in this page, with bookmarks and search, is still to come. Until then the PDF opens in a tab of its own.",
} as const;
