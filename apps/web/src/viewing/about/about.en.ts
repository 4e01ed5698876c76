export const aboutEn = {
  nothing: "Nothing more is known of this slide yet.",
} as const;
