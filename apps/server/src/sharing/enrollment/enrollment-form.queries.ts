import type { EnrollmentField, FormFields } from "@parfocal/core/enrollment/enrollment-form.ts";
import type { SiteDb } from "#platform/db/database.ts";

export interface FormFacts extends FormFields {
  readonly userGroupId: number;
}

const FACTS = [
  "enrollment_form.user_group_id as userGroupId",
  "enrollment_form.fields",
  "enrollment_form.former_fields as formerFields",
] as const;

export function findFormFacts(db: SiteDb, siteId: number, itemId: number): Promise<FormFacts | undefined> {
  return db
    .selectFrom("enrollment_form")
    .select(FACTS)
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
}

/**
 * The same as `findFormFacts`, locked until the transaction ends. `share`: allows concurrent registrations, but no
 * change of the form. `update`: no registrations during a change.
 */
export function lockForm(
  db: SiteDb,
  siteId: number,
  itemId: number,
  hold: "share" | "update",
): Promise<FormFacts | undefined> {
  const query = db
    .selectFrom("enrollment_form")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "enrollment_form.item_id").onRef("item.site_id", "=", "enrollment_form.site_id"),
    )
    .select(FACTS)
    .where("enrollment_form.site_id", "=", siteId)
    .where("enrollment_form.item_id", "=", itemId)
    .where("item.deleted_at", "is", null);
  return (hold === "share" ? query.forShare("enrollment_form") : query.forUpdate("enrollment_form")).executeTakeFirst();
}

export async function insertFormFacts(
  db: SiteDb,
  siteId: number,
  itemId: number,
  { userGroupId, fields }: { userGroupId: number; fields: readonly EnrollmentField[] },
): Promise<void> {
  await db
    .insertInto("enrollment_form")
    .values({ item_id: itemId, site_id: siteId, user_group_id: userGroupId, fields: JSON.stringify(fields) })
    .execute();
}

export async function updateFormFacts(db: SiteDb, siteId: number, itemId: number, facts: FormFacts): Promise<void> {
  await db
    .updateTable("enrollment_form")
    .set({
      user_group_id: facts.userGroupId,
      fields: JSON.stringify(facts.fields),
      former_fields: JSON.stringify(facts.formerFields),
    })
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .execute();
}
