/** English texts of all slices: the keys of every language. */
import { earlyEnglish } from "./early-english.ts";
import { lazyEnglish } from "./lazy-english.ts";

export const english = {
  ...earlyEnglish,
  ...lazyEnglish,
  slide: { ...earlyEnglish.slide, ...lazyEnglish.slide },
} as const;

export type Texts = { readonly [Slice in keyof typeof english]: Record<keyof (typeof english)[Slice], string> };
