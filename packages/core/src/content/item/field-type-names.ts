/** Names of the types of custom fields; what each is, says `field-types.ts`. */
export const FIELD_TYPE_NAMES = ["text", "select", "country", "number", "date", "link", "tags"] as const;
export type FieldType = (typeof FIELD_TYPE_NAMES)[number];
