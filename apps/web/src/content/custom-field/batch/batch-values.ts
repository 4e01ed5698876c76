/** Values of several slides while they are edited: missing values, invalid values, completed slides. */
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { isLeftEmpty } from "@parfocal/core/custom-field/custom-field-form.ts";
import { isFieldValue, tidyFieldValue } from "@parfocal/core/custom-field/field-types.ts";

export type BatchField = Pick<
  CustomField,
  "id" | "title" | "fieldType" | "isRequired" | "isSystem" | "isPrimary" | "defaultValues"
>;

/** Key: `{itemId}.{fieldId}`, as on the server; empty: no value. */
export type CellValues = Readonly<Record<string, string>>;

export const cellName = (itemId: number, fieldId: number): string => `${itemId}.${fieldId}`;

interface Slide {
  readonly id: number;
  readonly values: readonly { readonly fieldId: number; readonly value: string }[];
}

/** Every cell of every slide. */
export function savedCells(slides: readonly Slide[], fields: readonly BatchField[]): CellValues {
  return Object.fromEntries(
    slides.flatMap(({ id, values }) => {
      const known = new Map(values.map(({ fieldId, value }) => [fieldId, value]));
      return fields.map((field) => [cellName(id, field.id), known.get(field.id) ?? ""]);
    }),
  );
}

export type CellProblem = "missing" | "misfit";

/** What prevents a value from being saved; null: nothing. */
export function problemOf(field: BatchField, value: string): CellProblem | null {
  const tidied = tidyFieldValue(field.fieldType, value);
  if (isLeftEmpty(field, tidied)) return "missing";
  return isFieldValue(field.fieldType, tidied, field.defaultValues) ? null : "misfit";
}

interface SplitChanges {
  readonly ready: readonly { readonly itemId: number; readonly fieldId: number; readonly value: string }[];
  /** Cells that prevent their slide from being saved. */
  readonly problems: ReadonlyMap<string, CellProblem>;
}

/**
 * Changed slides without missing values can be saved; the others wait until they are complete.
 *
 * @param changes changed cells. @param values all cells, including the changes.
 */
export function splitChanges(
  itemIds: readonly number[],
  fields: readonly BatchField[],
  { changes, values }: { readonly changes: CellValues; readonly values: CellValues },
): SplitChanges {
  const ready: { itemId: number; fieldId: number; value: string }[] = [];
  const problems = new Map<string, CellProblem>();
  for (const itemId of itemIds) {
    const changed = fields.filter(({ id }) => Object.hasOwn(changes, cellName(itemId, id)));
    if (changed.length === 0) continue;
    const own = fields.flatMap((field) => {
      const name = cellName(itemId, field.id);
      const problem = problemOf(field, values[name] ?? "");
      return problem ? [[name, problem] as const] : [];
    });
    if (own.length === 0)
      for (const { id } of changed) ready.push({ itemId, fieldId: id, value: changes[cellName(itemId, id)] ?? "" });
    for (const [name, problem] of own) problems.set(name, problem);
  }
  return { ready, problems };
}

/** Number of slides that have saved values and no missing required values. */
export function countProcessed(itemIds: readonly number[], fields: readonly BatchField[], saved: CellValues): number {
  return itemIds.filter(
    (itemId) =>
      fields.some(({ id }) => (saved[cellName(itemId, id)] ?? "") !== "") &&
      fields.every((field) => problemOf(field, saved[cellName(itemId, field.id)] ?? "") === null),
  ).length;
}
