/** Account settings that each browser applies after sign-in. */
export const ACCOUNT_LANGUAGES = ["en", "de"] as const;
/** Native names. */
export const LANGUAGE_NAMES: Readonly<Record<(typeof ACCOUNT_LANGUAGES)[number], string>> = {
  en: "English",
  de: "Deutsch",
};
export const COLOUR_SCHEMES = ["light", "dark", "auto"] as const;

export type AccountLanguage = (typeof ACCOUNT_LANGUAGES)[number];
type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/**
 * The first of the preferred languages that the site offers; otherwise English if offered, else the first offered one.
 *
 * @param preferred tags like `de-AT`, best first. @param offered never empty.
 */
export function offeredLanguageFor(
  preferred: readonly (string | null | undefined)[],
  offered: readonly AccountLanguage[],
): AccountLanguage {
  for (const tag of preferred) {
    const found = offered.find((code) => code === tag?.toLowerCase().split("-")[0]);
    if (found) return found;
  }
  return offered.find((code) => code === "en") ?? offered[0] ?? "en";
}

/** Null: the browser's setting. */
export interface Preferences {
  readonly language: AccountLanguage | null;
  readonly colourScheme: ColourScheme | null;
}
