/** Names of the custom field types; see `field-types.ts` for their rules. */
export const FIELD_TYPE_NAMES = ["text", "select", "country", "number", "date", "link", "tags"] as const;
export type FieldType = (typeof FIELD_TYPE_NAMES)[number];
