import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { FIELD_TYPE_NAMES } from "../item/field-type-names.ts";

/** A value as those who look at an item read it: only fields that have one. */
export const shownField = z.object({
  fieldId: id,
  title: z.string(),
  value: z.string(),
  type: z.enum(FIELD_TYPE_NAMES),
  isPrimary: z.boolean(),
});
export type ShownField = z.output<typeof shownField>;
