/** Limits for XML: parsing time depends more on the number of elements and attributes than on length. */
import { SlideFileError } from "../slide-source.ts";

/** Longer than any description that a program writes for a slide. */
export const MAX_XML_CHARACTERS = 16 * 2 ** 20;

/** Many times the number that any scanner writes; parsed in about half a second. */
const MAX_MARKS = 100_000;

const [LESS_THAN, EQUALS] = [..."<="].map((mark) => mark.charCodeAt(0));

/** @throws SlideFileError `tooLarge` if parsing would take long. */
export function assertFewMarks(xml: string, most = MAX_MARKS): void {
  let marks = 0;
  for (let at = 0; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code === LESS_THAN || code === EQUALS) marks += 1;
  }
  if (marks > most) throw tooMuchXml();
}

/** @throws SlideFileError `tooLarge`. */
export function assertXmlLength(xml: string): void {
  if (xml.length > MAX_XML_CHARACTERS) throw tooMuchXml();
}

function tooMuchXml(): SlideFileError {
  return new SlideFileError("tooLarge", "The image description in this file (XML) is too long to be read.");
}
