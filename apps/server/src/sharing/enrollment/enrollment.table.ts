import type { EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import type { ColumnType, Generated } from "kysely";

/** Written as JSON. */
type Fields = ColumnType<EnrollmentField[], string | undefined, string>;

export interface EnrollmentFormTable {
  item_id: number;
  site_id: number;
  /** Who registers comes into it. */
  user_group_id: number;
  /** In their order. */
  fields: Fields;
  /** Not asked any more. */
  former_fields: Fields;
}

export interface EnrollmentTable {
  site_id: number;
  form_id: number;
  user_id: number;
  /** By id of the field. */
  answers: ColumnType<Record<string, string>, string, string>;
  /** Into which it led; null: it is not there any more. */
  user_group_id: number | null;
  /** Whether it has put the person into that group: they were not in it before. */
  has_joined: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
