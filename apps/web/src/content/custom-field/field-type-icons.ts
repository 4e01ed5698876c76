import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import {
  type Icon,
  IconCalendar,
  IconCursorText,
  IconLink,
  IconList,
  IconNumbers,
  IconTags,
  IconWorld,
} from "@tabler/icons-react";

export const FIELD_TYPE_ICONS: Readonly<Record<FieldType, Icon>> = {
  text: IconCursorText,
  select: IconList,
  country: IconWorld,
  number: IconNumbers,
  date: IconCalendar,
  link: IconLink,
  tags: IconTags,
};
