/** English texts of courses. */
import { MESSAGES } from "@parfocal/core/messages.ts";

export const courseEn = {
  pageTitle: "Courses",
  virtual: "For your group",
  hidden: "Hidden from learners",
  folders_one: "{{count}} folder",
  folders_other: "{{count}} folders",
  items_one: "{{count}} item",
  items_other: "{{count}} items",
  goOn: "Continue where you left off",
  nothingInIt: "Empty",
  emptyTitle: "No courses yet",
  emptyText: "Courses that are open to you will appear here.",
  emptyManagerText: "A course holds folders, and folders hold slides. Begin by giving your first course a name.",
  add: "Add course",
  addFirst: "Add the first course",
  addTitle: "Add a course",
  fieldTitle: "Title",
  fieldDescription: "Description",
  fieldDescriptionHint: "What learners will find in it. Can be left empty.",
  titleMissing: "Give it a title",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "course"),
} as const;
