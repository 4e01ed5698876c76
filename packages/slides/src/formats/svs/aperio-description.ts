/**
 * The ImageDescription of an Aperio file: a line about the program, lines about the image, then `|key = value` pairs
 * (`tiff/description-pairs.ts`).
 *
 * Source: Aperio, "Digital Slides and Third-Party Data Interchange", MAN-0069; OpenSlide, "Aperio format".
 */

export function isAperioDescription(description: string): boolean {
  return description.startsWith("Aperio");
}

/** Maximum offset of the second line; a long run of line ends would otherwise cause quadratic backtracking. */
const NAME_WITHIN_CHARACTERS = 1000;

/** First word of the second line, the name of a label or macro; empty if there is none. */
export function aperioPictureName(description: string): string {
  const heading = description.slice(0, NAME_WITHIN_CHARACTERS);
  return /\n\s*([A-Za-z]+)/.exec(heading)?.[1]?.toLowerCase() ?? "";
}
