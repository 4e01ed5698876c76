import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import { updateField } from "#custom-field/custom-field.queries.ts";
import { addField } from "#custom-field/define-field.ts";
import { saveValues } from "#custom-field/save-field-values.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

interface FieldOptions {
  readonly title?: string;
  readonly postType?: string;
  readonly fieldType?: FieldType;
  readonly isRequired?: boolean;
  readonly isPrimary?: boolean;
  readonly isSystem?: boolean;
  readonly defaultValues?: readonly string[];
  /** By ID of the item. */
  readonly values?: Readonly<Record<number, string>>;
}

/** Creates a custom field; default: for slides. @returns its ID. */
export function buildCustomField(
  site: TestSite,
  {
    title = "Organ",
    postType = "sz-image",
    fieldType = "text",
    isRequired = false,
    isPrimary = false,
    isSystem = false,
    defaultValues = [],
    values = {},
  }: FieldOptions = {},
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const { id } = await addField(db, site.id, { title, postType, fieldType, isRequired, defaultValues });
    if (isPrimary) await updateField(db, site.id, id, { is_primary: true });
    if (isSystem)
      await db
        .updateTable("custom_field")
        .set({ is_system: true })
        .where("site_id", "=", site.id)
        .where("id", "=", id)
        .execute();
    const sent = Object.entries(values).map(([itemId, value]) => ({ itemId: Number(itemId), fieldId: id, value }));
    if (sent.length > 0) await saveValues(db, site.id, sent);
    return id;
  });
}
