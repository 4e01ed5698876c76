/** English texts of static pages, and of what pages, embeds and textbooks have in common. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const pageEn = {
  updated: "Page updated!",
  addTitle: "Add page",
  add: "Add",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "page"),
  fieldContent: "Text",
  tags: "Tags",
  empty: "This page is empty.",
} as const;
