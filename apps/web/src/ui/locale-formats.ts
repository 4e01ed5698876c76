/** Formats of dates, numbers and names in each language of the interface. */

/** "en" without a region means American dates, but the texts are British. */
const TAGS: Readonly<Record<string, string>> = { en: "en-GB", de: "de-DE" };

/** @param language of the interface. @returns a BCP 47 tag with a region. */
export function localeTag(language: string): string {
  return TAGS[language] ?? language;
}

/** Cached: creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Dates and times in the format of the language: "22 Nov 2026, 14:05". @param options without a time zone, the reader's
 * is used.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeTag(language), options);
  formats.set(key, format);
  return format;
}
