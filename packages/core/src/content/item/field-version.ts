/** A short text that represents the value of a field: who changes a field names by it the value that the change was made from. */
const MULTIPLIERS = [2_654_435_761, 1_597_334_677] as const;
const RADIX = 36;

/** Plain values as text, the fields of an object by name. */
export const plainText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** @returns the same for the same plain value, whatever the order of its fields; 64 bits, not for secrets. */
export function fieldVersion(value: unknown): string {
  const text = plainText(value) ?? "";
  return MULTIPLIERS.map((multiplier) => {
    let hash = multiplier ^ text.length;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), multiplier);
    return ((hash ^ (hash >>> 16)) >>> 0).toString(RADIX);
  }).join(".");
}

/**
 * The fields that would overwrite a value that was not seen. A field that already has the wished value is none: what is
 * sent once more, its answer lost, is saved already.
 *
 * @param seen versions of the values that the changes were made from; a field without one is not compared.
 * @param wished values as they would be saved; undefined: the field stays.
 */
export function unseenFields<Values extends object>(
  seen: { readonly [Name in keyof Values]?: string | undefined },
  wished: { readonly [Name in keyof Values]?: Values[Name] | undefined },
  now: Values,
): (keyof Values & string)[] {
  return (Object.keys(now) as (keyof Values & string)[]).filter((name) => {
    const [known, next, current] = [seen[name], wished[name], fieldVersion(now[name])];
    return known !== undefined && next !== undefined && known !== current && fieldVersion(next) !== current;
  });
}
