import type { EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import type { ColumnType, Generated } from "kysely";

/** Stored as JSON. */
type Fields = ColumnType<EnrollmentField[], string | undefined, string>;

export interface EnrollmentFormTable {
  item_id: number;
  site_id: number;
  /** People who register are added to it. */
  user_group_id: number;
  /** In order. */
  fields: Fields;
  /** No longer part of the form. */
  former_fields: Fields;
}

export interface EnrollmentTable {
  site_id: number;
  form_id: number;
  user_id: number;
  /** By field ID. */
  answers: ColumnType<Record<string, string>, string, string>;
  /** Group of the form at that time; null: it no longer exists. */
  user_group_id: number | null;
  /** Whether the registration added the person to that group: they were not a member before. */
  has_joined: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
