/** How dates, numbers and names are written in each language of the interface. */

/** Bare "en" means American dates; the texts are British. */
const TAGS: Readonly<Record<string, string>> = { en: "en-GB", de: "de-DE" };

/** @param language of the interface. @returns a BCP 47 tag with a region. */
export function localeTag(language: string): string {
  return TAGS[language] ?? language;
}

/** Kept: making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Dates and times as the language writes them: "22 Nov 2026, 14:05". @param options the time zone is the reader's without one. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeTag(language), options);
  formats.set(key, format);
  return format;
}
