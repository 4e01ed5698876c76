/** The values that an item has in the custom fields of its kind, as those who look at it read them. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { CustomFields } from "./CustomFields.tsx";
import { useShownFields } from "./item-fields.api.ts";

interface ItemFieldsProps {
  readonly id: number;
  readonly kind: ItemKind;
}

/** Nothing without values, and while they are fetched. */
export function ItemFields({ id, kind }: ItemFieldsProps) {
  return <CustomFields fields={useShownFields(id, kind)} />;
}
