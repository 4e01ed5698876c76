/** English texts of courses. */
import { MESSAGES } from "@parfocal/core/messages.ts";
import { uiEn } from "#ui/ui.en.ts";

export const courseEn = {
  pageTitle: "Courses",
  virtual: "For your group",
  draft: "Draft",
  draftText: "Only teachers and administrators can see this course.",
  publish: "Publish",
  published: "Course published",
  undo: "Undo",
  hidden: "Hidden from learners",
  folders_one: "{{count}} folder",
  folders_other: "{{count}} folders",
  items_one: "{{count}} item",
  items_other: "{{count}} items",
  goOn: "Continue where you left off",
  nothingInIt: "Empty",
  emptyTitle: "No courses yet",
  emptyText: "Courses you have access to appear here.",
  emptyManagerText: "Courses contain folders, and folders contain slides. Start by creating your first course.",
  add: "Add course",
  addFirst: "Add your first course",
  addTitle: "Add course",
  fieldTitle: "Title",
  fieldDescription: "Description",
  fieldDescriptionHint: "What the course is about. Optional.",
  titleMissing: uiEn.titleMissing,
  addFailed: MESSAGES["create.failed"].replace("{kind}", "course"),
} as const;
