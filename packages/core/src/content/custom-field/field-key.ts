/** Name of a field for other programs: derived from its title once and kept when the title changes. */

const LONGEST = 60;

/** Lower-case letters, digits and underscores, e.g. `organ_system`; `field` if the title contains none of them. */
export function fieldKeyOf(title: string): string {
  const key = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST)
    .replace(/_+$/, "");
  return key || "field";
}

/** The key, with a number appended if it is taken. */
export function freeFieldKey(title: string, taken: ReadonlySet<string>): string {
  const key = fieldKeyOf(title);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
