/** English texts of all slices: the keys that every language has. */
import { earlyEnglish } from "./early-english.ts";
import { laterEnglish } from "./later-english.ts";

export const english = {
  ...earlyEnglish,
  ...laterEnglish,
  slide: { ...earlyEnglish.slide, ...laterEnglish.slide },
} as const;

export type Texts = { readonly [Slice in keyof typeof english]: Record<keyof (typeof english)[Slice], string> };
