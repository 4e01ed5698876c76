/** English texts of the list of slides with annotations to review. */
export const reviewEn = {
  title: "To review",
  summary: "{{annotations}} on {{slides}}, the oldest first.",
  annotations_one: "{{count}} annotation",
  annotations_other: "{{count}} annotations",
  slides_one: "{{count}} slide",
  slides_other: "{{count}} slides",
  start: "Start review",
  oldest: "Waiting since {{date}}",
  noCourse: "In no course",
  emptyTitle: "Nothing to review",
  emptyText: "Students' annotations that wait for a review are listed here.",
  notForYouTitle: "Only experts review annotations",
  notForYouText: "Ask an administrator if you should be one.",
  more: "Show more",
  all: "Show all",
  count: "To review ({{count}})",
} as const;
