/** English texts of a question's own page. */
export const questionPageEn = {
  of: "Question {{number}} of {{total}}: {{title}}",
  hint: "This is what learners will see. Your answers are not saved.",
  toQuiz: "Back to the quiz",
  neighbours: "Questions of the quiz",
  showKey: "Show answer key",
  noKey: "No answer key yet: this question is not evaluated automatically.",
  regions_one: "{{count}} region on the slide",
  regions_other: "{{count}} regions on the slide",
} as const;
