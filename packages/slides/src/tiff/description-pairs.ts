/**
 * `|key = value` pairs in an ImageDescription, as written by Aperio and others.
 *
 * Source: Aperio, "Digital Slides and Third-Party Data Interchange", MAN-0069.
 */

/** The pairs with the file's own keys, in file order; the last value if a key occurs twice. */
export function readDescriptionPairs(description: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const part of description.split("|").slice(1)) {
    const equals = part.indexOf("=");
    if (equals > 0) properties.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  return properties;
}

/** A positive number from a value as the scanner writes it; some write a decimal comma. Null if it is not positive. */
export function readPositiveNumber(text: string | undefined): number | null {
  const value = Number((text ?? "").trim().replace(",", "."));
  return value > 0 && Number.isFinite(value) ? value : null;
}
