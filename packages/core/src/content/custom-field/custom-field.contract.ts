/**
 * Custom fields of a site for slides, cases and other content types, and their values.
 *
 * Source: spec part 1, sections 3, 5 and 7 ("Custom fields"); part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { FIELD_TYPE_NAMES } from "../item/field-type-names.ts";
import { ITEM_KIND_NAMES } from "../item/item-kinds.ts";
import { itemType } from "../item/item-type.contract.ts";
import { POST_TYPES, splitList } from "./field-types.ts";
import { SLIDE_BATCH_SIZE } from "./slide-batch.ts";

const FIELD_TITLE_MAX_CHARACTERS = 200;
const FIELD_VALUE_MAX_CHARACTERS = 2_000;
const FIELD_CHOICES_MAX = 200;
const VALUES_AT_ONCE_MAX = 1_000;

const fieldType = z.enum(FIELD_TYPE_NAMES);
const postType = z.enum(POST_TYPES);

const customField = z.object({
  id,
  title: z.string(),
  /** Entity type that the field belongs to, e.g. `sz-image`. */
  postType,
  /** The same as an item kind, e.g. `image`. */
  itemType: z.enum(ITEM_KIND_NAMES),
  fieldType,
  /** Built in: cannot be deleted or change its type. */
  isSystem: z.boolean(),
  isRequired: z.boolean(),
  /** Shown first; at most one field per post type. */
  isPrimary: z.boolean(),
  /** Choices of a `select`; suggestions for others. */
  defaultValues: z.array(z.string()),
  /** Stable name for other programs. */
  fieldKey: z.string(),
});
export type CustomField = z.output<typeof customField>;

const itemField = customField.extend({
  /** Value of the item; empty if it has none. */
  data: z.string(),
});
export type ItemField = z.output<typeof itemField>;

/** Comma-separated or a list; stored as a list of trimmed values. */
const defaultValues = z
  .union([
    z.string().max(FIELD_CHOICES_MAX * FIELD_TITLE_MAX_CHARACTERS),
    z.array(z.string().max(FIELD_TITLE_MAX_CHARACTERS)).max(FIELD_CHOICES_MAX),
  ])
  .transform(splitList)
  .refine((values) => values.length <= FIELD_CHOICES_MAX, `the limit is ${FIELD_CHOICES_MAX} values`);

const title = z.string().trim().min(1).max(FIELD_TITLE_MAX_CHARACTERS);

export const listCustomFields = {
  method: "GET",
  path: "/v2/customField",
  summary: "List the custom fields of the site",
  policy: "manageContent",
  answer: z.array(customField),
} as const satisfies Call;

export const getCustomField = {
  method: "GET",
  path: "/v2/customField/{id}",
  summary: "Get a custom field, with the number of values that deleting it would remove",
  policy: "manageContent",
  params: idParams,
  answer: customField.extend({
    /** Number of items with a value in this field. */
    valueCount: z.int(),
  }),
} as const satisfies Call;

export const listCustomFieldsOfType = {
  method: "GET",
  path: "/v2/customField/type/{type}",
  summary: "List the custom fields of a content type, e.g. image or sz-image",
  policy: "manageContent",
  params: z.object({ type: itemType }),
  answer: z.array(customField),
} as const satisfies Call;

export const listItemFields = {
  method: "GET",
  path: "/v2/customField/item/{itemId}/{type}",
  summary: "List the custom fields of an item with their values; empty ones only for content managers",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ itemId: idText, type: itemType }),
  /** With a share: fields that have a value, or none if the share hides slide information. */
  query: z.object(shareQuery),
  answer: z.array(itemField),
} as const satisfies Call;

export const createCustomField = {
  method: "POST",
  path: "/v2/customField/",
  summary: "Create a custom field",
  policy: "managePeople",
  isCreating: true,
  body: z.strictObject({
    title,
    postType,
    fieldType,
    isRequired: z.boolean().default(false),
    defaultValues: defaultValues.default([]),
  }),
  answer: customField,
} as const satisfies Call;

export const updateCustomField = {
  method: "PUT",
  path: "/v2/customField/{id}",
  summary: "Update a custom field; omitted fields are unchanged",
  policy: "managePeople",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    postType: postType.optional(),
    fieldType: fieldType.optional(),
    isRequired: z.boolean().optional(),
    defaultValues: defaultValues.optional(),
  }),
  answer: customField,
} as const satisfies Call;

export const setPrimaryCustomField = {
  method: "PUT",
  path: "/v2/customField/{id}/primary",
  summary: "Make a custom field the primary field of its content type",
  policy: "managePeople",
  params: idParams,
  body: z.strictObject({ isPrimary: z.boolean().default(true) }),
  answer: customField,
} as const satisfies Call;

export const deleteCustomField = {
  method: "DELETE",
  path: "/v2/customField/{id}",
  summary: "Delete a custom field with all its values",
  policy: "managePeople",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const listFieldTags = {
  method: "GET",
  path: "/v2/customField/{id}/tags",
  summary: "List up to 20 values of a custom field that contain q",
  policy: "manageContent",
  params: idParams,
  query: z.object({ q: searchText }),
  answer: z.array(z.string()),
} as const satisfies Call;

const fieldValue = z.strictObject({
  itemId: id,
  fieldId: id,
  /** Empty: no value. */
  value: z.string().max(FIELD_VALUE_MAX_CHARACTERS),
});

export const saveFieldValue = {
  method: "PUT",
  path: "/v2/customField/data",
  summary: "Set one custom field value of an item",
  policy: "manageContent",
  body: fieldValue,
  answer: itemField,
} as const satisfies Call;

export const saveFieldValues = {
  method: "POST",
  path: "/v2/customField/data",
  summary: "Set custom field values of several items; all or none",
  policy: "manageContent",
  body: z.strictObject({ values: z.array(fieldValue).min(1).max(VALUES_AT_ONCE_MAX) }),
  /** Number of items changed. */
  answer: z.object({ processed: z.int() }),
} as const satisfies Call;

const slideIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, "ids of slides with commas between them")
  .transform((text) => text.split(",").map(Number))
  .refine((ids) => ids.length <= SLIDE_BATCH_SIZE, `the limit is ${SLIDE_BATCH_SIZE} slides`);

export const listPreparations = {
  method: "GET",
  path: "/v2/customField/preparations",
  summary: `List the first ${SLIDE_BATCH_SIZE} slides with their values, for batch edit`,
  policy: "manageContent",
  query: z.object({
    q: searchText,
    /** Only items in this folder or course, at any depth. */
    folder: idText.optional(),
    /** Only these slides, by comma-separated IDs; IDs of other items are ignored. */
    slides: slideIds.optional(),
    page: pageNumberText,
  }),
  answer: z.array(
    z.object({
      id,
      title: z.string(),
      subtitle: z.string(),
      thumbnail: z.string().nullable(),
      values: z.array(z.object({ fieldId: id, value: z.string() })),
    }),
  ),
} as const satisfies Call;
