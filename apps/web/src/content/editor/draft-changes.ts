/** Which fields of an item were changed: pure, over plain values. */

/** Plain values as text, the fields of an object by name. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const isSame = (one: unknown, other: unknown): boolean => one === other || textOf(one) === textOf(other);

/** Those of some changes that differ from what is saved; fields that the item does not have are left out. */
export function realChanges<Values extends object>(saved: Values, changes: Partial<Values>): Partial<Values> {
  const real = Object.entries(changes).filter(
    ([name, value]) => Object.hasOwn(saved, name) && value !== undefined && !isSame(value, saved[name as keyof Values]),
  );
  return Object.fromEntries(real) as Partial<Values>;
}

/** Changes that were made while others were being saved: what is left of them once those are. */
export function changesAfterSaving<Values extends object>(
  now: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> {
  const left = Object.entries(now).filter(([name, value]) => !isSame(value, sent[name as keyof Values]));
  return Object.fromEntries(left) as Partial<Values>;
}
