/** An item's values of the custom fields, as displayed to readers. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { CustomFields } from "./CustomFields.tsx";
import { useShownFields } from "./item-fields.api.ts";

interface ItemFieldsProps {
  readonly id: number;
  readonly kind: ItemKind;
}

/** Renders nothing without values and while loading. */
export function ItemFields({ id, kind }: ItemFieldsProps) {
  return <CustomFields fields={useShownFields(id, kind)} />;
}
