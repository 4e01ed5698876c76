/** English texts of folders. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const folderEn = {
  add: "Add folder",
  addTitle: "Add a folder",
  fieldTitle: "Title",
  fieldDescription: "Description",
  fieldDescriptionHint: "Can be left empty.",
  titleMissing: "Give it a title",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "folder"),
} as const;
