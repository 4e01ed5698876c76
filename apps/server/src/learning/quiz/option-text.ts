/** The text of an answer option is the title of its item; a pair without a text is titled by its two sides. */

const PAIR_SIGN = " – ";

const pairTitle = (left: string, right: string): string => [left, right].filter((side) => side !== "").join(PAIR_SIGN);

/** @param label title of an option without text: its letter. */
export function titleOfOption(
  { option, left, right }: { option: string; left: string; right: string },
  label: string,
): string {
  return option || pairTitle(left, right) || label;
}

/** @returns empty: the title is derived from the two sides. */
export const textOfOption = (title: string, { left, right }: { left: string; right: string }): string =>
  title === pairTitle(left, right) ? "" : title;
