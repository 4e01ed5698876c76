/** English texts of a question's own page. */
export const questionPageEn = {
  showKey: "Show answer key",
  noKey: "No answer key yet: this question is not evaluated automatically.",
  regions_one: "{{count}} region on the slide",
  regions_other: "{{count}} regions on the slide",
} as const;
