/** English texts of what one has opened; those on cards and pages are in `item.en.ts`. */
export const progressEn = {
  resetTitle: "Reset your progress?",
  resetText_one: "{{count}} viewed item in “{{title}}” will be marked as not viewed. This cannot be undone.",
  resetText_other: "{{count}} viewed items in “{{title}}” will be marked as not viewed. This cannot be undone.",
  resetKeeps: "Your annotations, notes and answers are kept.",
  resetNow: "Reset progress",
} as const;
