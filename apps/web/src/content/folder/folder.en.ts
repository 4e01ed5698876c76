/** English texts of folders. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const folderEn = {
  manage: "Manage",
  add: "Add folder",
  addCase: "Add case",
  addTitle: "Add a folder",
  fieldTitle: "Title",
  fieldDescription: "Description",
  fieldDescriptionHint: "Can be left empty.",
  titleMissing: "Give it a title",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "Folder"),
  neighbours: "Other folders",
  previous: "Previous folder:",
  next: "Next folder:",
  chooseFolder: "Choose folder",
} as const;
