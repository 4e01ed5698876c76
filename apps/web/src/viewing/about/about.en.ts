export const aboutEn = {
  nothing: "No information about this slide yet.",
} as const;
