/**
 * The ImageDescription of an Aperio file: a line about the program, lines about the picture, then
 * `|key = value` pairs (`tiff/description-pairs.ts`).
 *
 * Source: Aperio, "Digital Slides and Third-Party Data Interchange", MAN-0069; OpenSlide, "Aperio format".
 */

export function isAperioDescription(description: string): boolean {
  return description.startsWith("Aperio");
}

/** The second line begins before this. A long run of line ends would be gone through once for each of them. */
const NAME_WITHIN_CHARACTERS = 1000;

/** The first word of the second line, where a label or a macro has its name; empty if there is none. */
export function aperioPictureName(description: string): string {
  const heading = description.slice(0, NAME_WITHIN_CHARACTERS);
  return /\n\s*([A-Za-z]+)/.exec(heading)?.[1]?.toLowerCase() ?? "";
}
