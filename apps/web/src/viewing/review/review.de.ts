import type { reviewEn } from "./review.en.ts";

export const reviewDe: Record<keyof typeof reviewEn, string> = {
  title: "Durchzusehen",
  summary: "{{annotations}} auf {{slides}}, die ältesten zuerst.",
  annotations_one: "{{count}} Annotation",
  annotations_other: "{{count}} Annotationen",
  slides_one: "{{count}} Präparat",
  slides_other: "{{count}} Präparaten",
  commented_one: "Neue Kommentare zu {{count}}",
  commented_other: "Neue Kommentare zu {{count}}",
  start: "Durchsicht beginnen",
  oldest: "Wartet seit {{date}}",
  noCourse: "In keinem Kurs",
  emptyTitle: "Nichts durchzusehen",
  emptyText: "Hier stehen Annotationen von Studierenden, die auf eine Durchsicht warten.",
  notForYouTitle: "Nur Experten sehen Annotationen durch",
  notForYouText: "Wenden Sie sich an die Administration, wenn Sie das tun sollen.",
  more: "Weitere anzeigen",
  all: "Alle anzeigen",
  count: "Durchzusehen ({{count}})",
};
