/** Which fields of an item were changed: pure functions of plain values. */
import { plainText } from "@parfocal/core/item/field-version.ts";
import { seenVersion } from "./seen-version.ts";

const isSame = (one: unknown, other: unknown): boolean => one === other || plainText(one) === plainText(other);

/** The changes that differ from the saved version; fields that the item does not have are omitted. */
export function realChanges<Values extends object>(saved: Values, changes: Partial<Values>): Partial<Values> {
  const real = Object.entries(changes).filter(
    ([name, value]) => Object.hasOwn(saved, name) && value !== undefined && !isSame(value, saved[name as keyof Values]),
  );
  return Object.fromEntries(real) as Partial<Values>;
}

/** Changes made while others were being saved: those that remain once the save is complete. */
export function changesAfterSaving<Values extends object>(
  now: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> {
  const left = Object.entries(now).filter(([name, value]) => !isSame(value, sent[name as keyof Values]));
  return Object.fromEntries(left) as Partial<Values>;
}

/** Versions of the values that changes are based on, by field name. */
export type SeenVersions = Readonly<Record<string, string>>;

/** @returns the versions of changed fields only; for a field that was not changed before, that of its saved value. */
export function seenOf<Values extends object>(
  saved: Values,
  changes: Partial<Values>,
  known: SeenVersions,
): SeenVersions {
  const names = Object.keys(changes).filter((name) => Object.hasOwn(saved, name));
  return Object.fromEntries(
    names.map((name) => [name, known[name] ?? seenVersion(saved[name as keyof Values])] as const),
  );
}

/** Changed fields that another user has since saved with a different value, which this user has not seen. */
export function conflictsOf<Values extends object>(
  saved: Values,
  changes: Partial<Values>,
  seen: SeenVersions,
): (keyof Values & string)[] {
  return (Object.keys(changes) as (keyof Values & string)[]).filter(
    (name) => seen[name] !== undefined && seen[name] !== seenVersion(saved[name]),
  );
}
