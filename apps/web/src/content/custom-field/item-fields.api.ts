/** The custom fields of one item with its values. */
import { listItemFields } from "@parfocal/core/custom-field/custom-field.contract.ts";
import type { ShownField } from "@parfocal/core/custom-field/shown-field.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";

/** First part of the key of every query of custom fields. */
export const FIELD_KEY = "custom-field";

/** All fields for content managers; for others only those with a value. */
export function useItemFields(itemId: number, kind: ItemKind) {
  const link = useSharedLink();
  return useQuery({
    queryKey: [FIELD_KEY, "item", kind, itemId],
    queryFn: ({ signal }) =>
      call(listItemFields, { params: { itemId, type: kind }, query: linkQuery(link) }, { signal }),
  });
}

/** Fields with a value, the primary one first; empty while loading. */
export function useShownFields(itemId: number, kind: ItemKind): readonly ShownField[] {
  const { data = [] } = useItemFields(itemId, kind);
  return data
    .filter(({ data: value }) => value !== "")
    .map(({ id, title, data: value, fieldType, isPrimary }) => ({
      fieldId: id,
      title,
      value,
      type: fieldType,
      isPrimary,
    }));
}
