/** The name of a field for other programs: made of its title once, and kept when that changes. */

const LONGEST = 60;

/** Lower-case letters, digits and underscores, e.g. `organ_system`; `field` where a title has none of them. */
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

/** The key, with a number behind it if it is taken. */
export function freeFieldKey(title: string, taken: ReadonlySet<string>): string {
  const key = fieldKeyOf(title);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
