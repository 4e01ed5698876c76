import {
  createEnrollmentForm,
  enroll,
  exportRegistrations,
  getEnrollmentForm,
  listRegistrations,
  removeRegistration,
  updateEnrollmentForm,
} from "@parfocal/core/enrollment/enrollment.contract.ts";
import { idMismatch } from "@parfocal/core/errors.ts";
import type { ItemRow } from "#item/item.table.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { addPlacedContent, changePlacedContent } from "#item/placed-content.ts";
import { lockItems } from "#item/placement.queries.ts";
import { route } from "#platform/http/route.ts";
import { assertTextsSeen } from "#platform/http/version-of.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { addFormFacts, changeFormFacts } from "./change-enrollment-form.ts";
import { enrollUser } from "./enroll.ts";
import { lockForm } from "./enrollment-form.queries.ts";
import { loadEnrollmentForm } from "./load-enrollment-form.ts";
import { loadRegistrations, takeRegistrationBack, writeRegistrations } from "./registrations.ts";

const textsOf = ({ title, subtitle, description }: ItemRow) => ({ title, subtitle, description });

export const enrollmentRoutes = [
  route(getEnrollmentForm, ({ db, siteId, caller }, { params: { id }, query }) =>
    loadEnrollmentForm(db, { siteId, caller, id, parentId: query.parent }),
  ),

  route(createEnrollmentForm, async ({ db, siteId, caller }, { body }) => {
    const { userGroupId, fields, description, ...values } = body;
    const id = await addPlacedContent(db, siteId, {
      ...values,
      description: sanitiseRichText(description),
      kind: "enrollment",
      createdBy: caller.signedIn().id,
    });
    await addFormFacts(db, siteId, caller, { id, userGroupId, fields });
    return loadEnrollmentForm(db, { siteId, caller, id, parentId: values.parentId });
  }),

  route(updateEnrollmentForm, async ({ db, siteId, caller }, { params: { id }, body }) => {
    const { userGroupId, fields, description, seen, ...changes } = body;
    const cleaned = description === undefined ? undefined : sanitiseRichText(description);
    const before = seen && (await lockItems(db, siteId, [id])).get(id);
    const lockedForm = before && (await lockForm(db, siteId, id, "update"));
    if (before && lockedForm) {
      const texts = { ...textsOf(before), fields: lockedForm.fields };
      assertTextsSeen(seen, { ...changes, description: cleaned, fields }, texts);
    }
    await changePlacedContent(db, siteId, { id, kind: "enrollment" }, { ...changes, description: cleaned });
    await changeFormFacts(db, siteId, caller, { id, userGroupId, fields });
    return loadEnrollmentForm(db, { siteId, caller, id });
  }),

  route(enroll, async ({ db, siteId, caller }, { params: { id }, body: { enrollmentFormId = id, fields } }) => {
    if (enrollmentFormId !== id) throw idMismatch("form", "enrollmentFormId");
    await findVisibleItem(db, { siteId, caller, id, kind: "enrollment" });
    const { id: userId } = caller.signedIn();
    const isNew = await enrollUser(db, siteId, { formId: id, userId, answers: fields });
    return { ...(await loadEnrollmentForm(db, { siteId, caller, id })), wasRegistered: !isNew };
  }),

  route(listRegistrations, ({ db, siteId, caller }, { params: { id }, query }) =>
    loadRegistrations(db, { siteId, caller, formId: id }, query),
  ),

  route(exportRegistrations, async ({ db, siteId, caller, reply }, { params: { id }, query }) => {
    const text = await writeRegistrations(db, { siteId, caller, formId: id }, query.language);
    reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="registrations.csv"')
      .header("x-content-type-options", "nosniff");
    return text;
  }),

  route(removeRegistration, ({ db, siteId, caller }, { params: { id, userId }, query }) =>
    takeRegistrationBack(db, { siteId, caller, formId: id }, { userId, leavesGroup: query.leavesGroup === "true" }),
  ),
];
