export const relatedEn = {
  title: "Related",
  loading: "Loading related slides and cases",
  failed: "Related slides could not be loaded.",
  case: "Case with this slide",
  primaryField: "Same value: {{because}}",
  tag: "Same tag: {{because}}",
  folder: "Same folder: {{because}}",
} as const;
