/** Creates and changes the fields of an enrollment form and its user group. */
import {
  ENROLLMENT_FIELDS_MAX,
  type EnrollmentField,
  FIELD_PROBLEMS,
  formProblem,
  retypedField,
  tidyField,
  withFields,
} from "@parfocal/core/enrollment/enrollment-form.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { lockOwnGroup } from "#assignment/change-assignments.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { countRegistrations } from "./enrollment.queries.ts";
import { insertFormFacts, lockForm, updateFormFacts } from "./enrollment-form.queries.ts";
import { noForm } from "./load-enrollment-form.ts";

/** @throws AppError `invalid` with the field and its problem. */
function tidyFields(updated: readonly EnrollmentField[]): EnrollmentField[] {
  const fields = updated.map(tidyField);
  const found = formProblem(fields);
  if (!found) return fields;
  if (found.problem === "tooManyFields")
    throw new AppError("invalid", `A form can have up to ${ENROLLMENT_FIELDS_MAX} fields.`, {
      codes: ["fields", found.problem],
    });
  const { problem, field } = found;
  const codes = ["fields", problem, field.id];
  if (problem === "sameId") throw new AppError("invalid", "Two fields of the form have the same id.", { codes });
  const about = field.title === "" ? "" : `“${field.title}”: `;
  throw new AppError("invalid", about + FIELD_PROBLEMS[problem], { codes });
}

/**
 * @throws AppError `invalid`; `notFound` if the user group does not exist; `forbidden` if the caller cannot change it.
 */
export async function addFormFacts(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, userGroupId, fields }: { id: number; userGroupId: number; fields: readonly EnrollmentField[] },
): Promise<void> {
  await lockOwnGroup(db, siteId, caller, userGroupId);
  await insertFormFacts(db, siteId, id, { userGroupId, fields: tidyFields(fields) });
}

/**
 * Omitted fields are unchanged. So are registrations: members of a previous group remain in it.
 *
 * @throws AppError as `addFormFacts`. A change of the group also requires the right to change the current group: people
 * with that right can see who has registered.
 */
export async function changeFormFacts(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  {
    id,
    userGroupId,
    fields,
  }: { id: number; userGroupId?: number | undefined; fields?: readonly EnrollmentField[] | undefined },
): Promise<void> {
  const form = await lockForm(db, siteId, id, "update");
  if (!form) throw noForm();
  if (userGroupId !== undefined && userGroupId !== form.userGroupId) {
    // Always in the same order, to avoid deadlocks.
    for (const groupId of [userGroupId, form.userGroupId].toSorted((one, other) => one - other))
      await lockOwnGroup(db, siteId, caller, groupId);
  }
  const changedForm = fields === undefined ? form : withFields(form, tidyFields(fields));
  const retyped = retypedField(form, changedForm.fields);
  if (retyped && (await countRegistrations(db, siteId, id)) > 0)
    throw new AppError(
      "invalid",
      `“${retyped.title}” already has answers, so its type cannot be changed. Remove it and add a new field.`,
      { codes: ["fields", "retyped", retyped.id] },
    );
  await updateFormFacts(db, siteId, id, {
    userGroupId: userGroupId ?? form.userGroupId,
    fields: changedForm.fields,
    formerFields: changedForm.formerFields,
  });
}
