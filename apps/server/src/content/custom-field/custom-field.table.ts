import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface CustomFieldTable {
  id: Generated<number>;
  site_id: number;
  title: string;
  post_type: string;
  field_type: FieldType;
  field_key: string;
  is_system: Generated<boolean>;
  is_required: Generated<boolean>;
  is_primary: Generated<boolean>;
  default_values: Generated<string[]>;
  created_at: ColumnType<Date, never, never>;
}
export type CustomFieldRow = Selectable<CustomFieldTable>;

export interface CustomFieldValueTable {
  site_id: number;
  field_id: number;
  item_id: number;
  value: string;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}
