/** What a person sets for their account, and each browser follows when they sign in. */
export const ACCOUNT_LANGUAGES = ["en", "de"] as const;
export const COLOUR_SCHEMES = ["light", "dark", "auto"] as const;

export type AccountLanguage = (typeof ACCOUNT_LANGUAGES)[number];
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/** null: as the browser has it. */
export interface Preferences {
  readonly language: AccountLanguage | null;
  readonly colourScheme: ColourScheme | null;
}
