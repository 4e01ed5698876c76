/** English texts of static pages. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const pageEn = {
  updated: "Page updated!",
  addTitle: "Add page",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "page"),
  fieldContent: "Text",
  empty: "This page is empty.",
} as const;
