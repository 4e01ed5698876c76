/** Short hash of a field's value. A change names the hash of the value it was based on. */
const MULTIPLIERS = [2_654_435_761, 1_597_334_677] as const;
const RADIX = 36;

/** Serializes a plain value, object fields sorted by name. */
export const plainText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** 64 bits, not for secrets. @returns the same for equal plain values, independent of the order of their fields. */
export function fieldVersion(value: unknown): string {
  const text = plainText(value) ?? "";
  return MULTIPLIERS.map((multiplier) => {
    let hash = multiplier ^ text.length;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), multiplier);
    return ((hash ^ (hash >>> 16)) >>> 0).toString(RADIX);
  }).join(".");
}

/**
 * Fields whose change would overwrite a value that the caller has not seen. A field that already has the new value is
 * not reported, since a request that is repeated after a lost answer has been saved already.
 *
 * @param seen versions of the values that the changes were based on; fields without one are not compared.
 * @param updated values as they would be saved; undefined: unchanged.
 */
export function unseenFields<Values extends object>(
  seen: { readonly [Name in keyof Values]?: string | undefined },
  updated: { readonly [Name in keyof Values]?: Values[Name] | undefined },
  now: Values,
): (keyof Values & string)[] {
  return (Object.keys(now) as (keyof Values & string)[]).filter((name) => {
    const [known, next, current] = [seen[name], updated[name], fieldVersion(now[name])];
    return known !== undefined && next !== undefined && known !== current && fieldVersion(next) !== current;
  });
}
