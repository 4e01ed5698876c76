import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { FIELD_TYPE_NAMES } from "../item/field-type-names.ts";

/** A field with its value, as viewers of an item see it; fields without a value are omitted. */
export const shownField = z.object({
  fieldId: id,
  title: z.string(),
  value: z.string(),
  type: z.enum(FIELD_TYPE_NAMES),
  isPrimary: z.boolean(),
});
export type ShownField = z.output<typeof shownField>;
