export const relatedEn = {
  title: "Related",
  loading: "Looking for related slides and cases",
  failed: "Related slides could not be loaded.",
  case: "Case that shows this slide",
  primaryField: "Also {{because}}",
  tag: "Also tagged {{because}}",
  folder: "Also in {{because}}",
} as const;
