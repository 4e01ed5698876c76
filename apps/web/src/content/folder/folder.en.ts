/** English texts of folders. */
import { MESSAGES } from "@parfocal/core/messages.ts";
import { uiEn } from "#ui/ui.en.ts";

export const folderEn = {
  add: "Add folder",
  addTitle: "Add folder",
  fieldTitle: "Title",
  fieldDescription: "Description",
  fieldDescriptionHint: uiEn.optional,
  titleMissing: uiEn.titleMissing,
  addFailed: MESSAGES["create.failed"].replace("{kind}", "Folder"),
  neighbours: "Previous and next folder",
  previous: "Previous folder:",
  next: "Next folder:",
  uploadFolder: "Upload folder…",
} as const;
