/**
 * Languages. Each slice has its texts in `<slice>.en.ts` and `<slice>.de.ts`; a text's key is `<slice>.<name>`.
 *
 * Another language: the files of each slice, one row in `LANGUAGES`.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { annotationDe } from "#annotation/annotation.de.ts";
import { annotationEn } from "#annotation/annotation.en.ts";
import { courseDe } from "#course/course.de.ts";
import { courseEn } from "#course/course.en.ts";
import { folderDe } from "#folder/folder.de.ts";
import { folderEn } from "#folder/folder.en.ts";
import { itemDe } from "#item/item.de.ts";
import { itemEn } from "#item/item.en.ts";
import { platformDe } from "#platform/platform.de.ts";
import { platformEn } from "#platform/platform.en.ts";
import { sessionDe } from "#session/session.de.ts";
import { sessionEn } from "#session/session.en.ts";
import { slideDe } from "#slide/slide.de.ts";
import { slideEn } from "#slide/slide.en.ts";
import { uiDe } from "#ui/ui.de.ts";
import { uiEn } from "#ui/ui.en.ts";
import { uploadDe } from "#upload/upload.de.ts";
import { uploadEn } from "#upload/upload.en.ts";
import { appDe } from "./app.de.ts";
import { appEn } from "./app.en.ts";

export const english = {
  annotation: annotationEn,
  app: appEn,
  course: courseEn,
  folder: folderEn,
  item: itemEn,
  platform: platformEn,
  session: sessionEn,
  slide: slideEn,
  ui: uiEn,
  upload: uploadEn,
} as const;

type Texts = { readonly [Slice in keyof typeof english]: Record<keyof (typeof english)[Slice], string> };

const german: Texts = {
  annotation: annotationDe,
  app: appDe,
  course: courseDe,
  folder: folderDe,
  item: itemDe,
  platform: platformDe,
  session: sessionDe,
  slide: slideDe,
  ui: uiDe,
  upload: uploadDe,
};

/** By language code: its own name, and its texts. */
export const LANGUAGES = {
  en: { name: "English", texts: english as Texts },
  de: { name: "Deutsch", texts: german },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** Known to public/first-paint.js too. */
const STORAGE_KEY = "parfocal-language";

/** The first of the wanted languages that there is; English if there is none. @param wanted tags like `de-AT`, best first. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGE_CODES.find((code) => tag.toLowerCase().split("-")[0] === code);
    if (found) return found;
  }
  return "en";
}

function rememberedLanguage(): string[] {
  const stored = readStored();
  return stored === null ? [] : [stored];
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // Storage is closed to us: the browser's language it is.
  }
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: languageFor([...rememberedLanguage(), ...navigator.languages]),
    fallbackLng: "en",
    resources: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, { translation: LANGUAGES[code].texts }])),
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // It holds for this visit only.
  }
}
