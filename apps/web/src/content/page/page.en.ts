/** English texts of static pages, and of what pages, embeds and textbooks have in common. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const pageEn = {
  addTitle: "Add a page",
  add: "Add",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "page"),
  fieldTitle: "Title",
  titleMissing: "Please enter a title.",
  fieldSubtitle: "Subtitle",
  fieldContent: "Text",
  fieldThumbnail: "Small picture",
  thumbnailHint: "Shown in lists; without one, an icon stands there.",
  tags: "Tags",
  charactersUsed: "{{used}} of {{most}} characters",
  empty: "There is nothing on this page yet.",
  previous: "Previous: {{title}}",
  next: "Next: {{title}}",
  noPrevious: "Nothing before this",
  noNext: "Nothing after this",
} as const;
