/** English texts of static pages, and of what pages, embeds and textbooks have in common. */
import { MESSAGES } from "@parfocal/core/messages.ts";
import { uiEn } from "#ui/ui.en.ts";

export const pageEn = {
  updated: "Page updated!",
  addTitle: "Add page",
  add: "Add",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "page"),
  fieldTitle: "Title",
  titleMissing: uiEn.titleMissing,
  fieldSubtitle: "Subtitle",
  fieldContent: "Text",
  fieldThumbnail: "Thumbnail",
  thumbnailHint: uiEn.thumbnailHint,
  tags: "Tags",
  charactersUsed: "{{used}} of {{most}} characters",
  empty: "This page is empty.",
} as const;
