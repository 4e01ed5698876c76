import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  listCustomFieldsOfType,
  listFieldTags,
  listItemFields,
  saveFieldValue,
  saveFieldValues,
  setPrimaryCustomField,
  updateCustomField,
} from "@parfocal/core/custom-field/custom-field.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { findShownItem } from "#share-access/viewer.ts";
import { presentField } from "./custom-field.present.ts";
import {
  countValues,
  deleteField,
  findField,
  listFields,
  listTags,
  listValuesOfItems,
} from "./custom-field.queries.ts";
import { addField, changeField, choosePrimary, fieldNotFound } from "./define-field.ts";
import { saveValues } from "./save-field-values.ts";

/** Maximum number of suggestions. */
const MAX_TAGS = 20;

async function loadField(db: SiteDb, siteId: number, id: number) {
  const field = await findField(db, siteId, id);
  if (!field) throw fieldNotFound();
  return presentField(field);
}

export const customFieldRoutes = [
  route(listCustomFields, async ({ db, siteId }) => (await listFields(db, siteId)).map(presentField)),

  route(listCustomFieldsOfType, async ({ db, siteId }, { params }) =>
    (await listFields(db, siteId, params.type)).map(presentField),
  ),

  route(listItemFields, async ({ db, siteId, caller, shareToken }, { params: { itemId, type } }) => {
    const { by, isManager } = await findShownItem(db, { siteId, caller, shareToken }, { id: itemId, kind: type });
    if (by?.share.hides_slide_information) return [];
    const values = new Map(
      (await listValuesOfItems(db, siteId, [itemId])).map(({ field, value }) => [field.id, value]),
    );
    return (await listFields(db, siteId, type))
      .map((field) => ({ ...presentField(field), data: values.get(field.id) ?? "" }))
      .filter(({ data }) => isManager || data !== "");
  }),

  route(getCustomField, async ({ db, siteId }, { params }) => ({
    ...(await loadField(db, siteId, params.id)),
    valueCount: await countValues(db, siteId, params.id),
  })),

  route(createCustomField, async ({ db, siteId }, { body }) => presentField(await addField(db, siteId, body))),

  route(updateCustomField, async ({ db, siteId }, { params, body }) => {
    await changeField(db, siteId, params.id, body);
    return loadField(db, siteId, params.id);
  }),

  route(setPrimaryCustomField, async ({ db, siteId }, { params, body }) => {
    await choosePrimary(db, siteId, params.id, body.isPrimary);
    return loadField(db, siteId, params.id);
  }),

  route(deleteCustomField, async ({ db, siteId, caller }, { params }) => {
    const field = await findField(db, siteId, params.id);
    if (!field) throw fieldNotFound();
    if (field.is_system) throw new AppError("forbidden", "A system field cannot be deleted.", { codes: ["isSystem"] });
    await deleteField(db, siteId, params.id);
    await recordAudit(db, siteId, { action: "customFieldDeleted", actorId: caller.signedIn().id, objectId: params.id });
  }),

  route(listFieldTags, async ({ db, siteId }, { params, query }) => {
    const field = await findField(db, siteId, params.id);
    if (!field) throw fieldNotFound();
    return listTags(db, siteId, params.id, { q: query.q, isList: field.field_type === "tags", most: MAX_TAGS });
  }),

  route(saveFieldValue, async ({ db, siteId }, { body }) => {
    await saveValues(db, siteId, [body]);
    const stored = (await listValuesOfItems(db, siteId, [body.itemId])).find(({ field }) => field.id === body.fieldId);
    return { ...(await loadField(db, siteId, body.fieldId)), data: stored?.value ?? "" };
  }),

  route(saveFieldValues, async ({ db, siteId }, { body }) => ({
    processed: await saveValues(db, siteId, body.values),
  })),
];
