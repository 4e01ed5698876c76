/**
 * Languages. Each slice has its texts in `<slice>.en.ts` and `<slice>.de.ts`; a text's key is `<slice>.<name>`.
 *
 * Texts of parts that are loaded later are in `lazy-english.ts`; other languages are loaded completely.
 *
 * To add a language: the files of each slice, a list of them like `german.ts`, one row in `LANGUAGES`. English is
 * always loaded; texts missing in another language are shown in English.
 */
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { setLazyTexts } from "#ui/lazy-part-with-texts.ts";
import { earlyEnglish } from "./early-english.ts";
import type { Texts } from "./english.ts";
import { numberFormatter } from "./number-formatter.ts";

interface LanguageFacts {
  /** The language's own name. */
  readonly name: string;
  /** All texts; for English only those that are available from the start. */
  readonly loadTexts: () => Promise<Texts | typeof earlyEnglish>;
}

export const LANGUAGES = {
  en: { name: "English", loadTexts: async () => earlyEnglish },
  de: { name: "Deutsch", loadTexts: async () => (await import("./german.ts")).german },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** Also used by public/first-paint.js. */
const STORAGE_KEY = "parfocal-language";

/** Copying all texts would take about 10 ms at each page start, and nothing changes them. */
const NOT_COPIED = { skipCopy: true } as const;

/** The first preferred language that is available; otherwise English. @param preferred tags like `de-AT`, best first. */
export const languageFor = (preferred: readonly string[]): Language => offeredLanguageFor(preferred, LANGUAGE_CODES);

/** The language chosen in this browser, then those of the browser itself. */
const preferredLanguages = (): string[] => [...rememberedLanguage(), ...navigator.languages];

function rememberedLanguage(): string[] {
  const stored = readStored();
  return stored === null ? [] : [stored];
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // Storage is unavailable: the browser's language is used.
  }
}

export async function startI18n(): Promise<void> {
  setLazyTexts(addLazyEnglish);
  await i18next
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      lng: "en",
      fallbackLng: "en",
      resources: { en: { translation: earlyEnglish } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  await showLanguage(languageFor(preferredLanguages()));
}

let hasLazyEnglish = false;

/** Loaded once, regardless of how many parts request it; also for other languages, which may lack a text. */
async function addLazyEnglish(): Promise<void> {
  const { lazyEnglish } = await import("./lazy-english.ts");
  if (hasLazyEnglish) return;
  hasLazyEnglish = true;
  i18next.addResourceBundle("en", "translation", lazyEnglish, true, false, NOT_COPIED);
}

/** @throws TypeError if the texts cannot be loaded; the language is unchanged then. */
async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, "translation")) {
    const texts = await LANGUAGES[language].loadTexts();
    i18next.addResourceBundle(language, "translation", texts, false, false, NOT_COPIED);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Shows one of the languages that the site offers. The language chosen in this browser is kept for sites that offer it.
 */
export async function showOfferedLanguage(offered: readonly Language[]): Promise<void> {
  const language = offeredLanguageFor(preferredLanguages(), offered);
  if (language !== i18next.language) await showLanguage(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // It applies to this visit only.
  }
}
