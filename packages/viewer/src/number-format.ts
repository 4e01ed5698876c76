/** Number formats, each created once: creating one takes too long for a frame. */
const formats = new Map<string, Intl.NumberFormat>();

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(key, made);
  return made;
}
