/** English texts of what one has opened; those on cards and pages are in `item.en.ts`. */
export const progressEn = {
  resetTitle: "Reset my progress?",
  resetText_one: "“{{title}}” will look as if you had not opened anything in it. {{count}} tick goes, for good.",
  resetText_other: "“{{title}}” will look as if you had not opened anything in it. {{count}} ticks go, for good.",
  resetKeeps: "Your annotations, notes and answers stay as they are.",
  resetNow: "Reset my progress",
} as const;
