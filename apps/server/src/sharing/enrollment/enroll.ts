/** Registers a person by an enrollment form: they are added to its user group, and their answers are stored. */
import { answerProblems, answersBelongTo, type EnrollmentAnswer } from "@parfocal/core/enrollment/enrollment-form.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertGroupMember } from "#user-group/user-group.queries.ts";
import { findRegistration, insertRegistration, markAsJoined } from "./enrollment.queries.ts";
import { type FormFacts, lockForm } from "./enrollment-form.queries.ts";
import { noForm } from "./load-enrollment-form.ts";

/**
 * Call in a transaction, with a form that the person can see.
 *
 * A person who has since been removed from the group is not added again by sending the form again: only teachers can do
 * that.
 *
 * @returns false if they had registered already: nothing is changed then, whatever their new answers are.
 * @throws AppError `invalid` if an answer is missing or invalid, or does not belong to a field of the form.
 */
export async function enrollUser(
  db: SiteDb,
  siteId: number,
  { formId, userId, answers }: { formId: number; userId: number; answers: readonly EnrollmentAnswer[] },
): Promise<boolean> {
  const form = await lockForm(db, siteId, formId, "share");
  if (!form) throw noForm();
  if (await findRegistration(db, siteId, { formId, userId })) return false;
  assertAnswered(form, answers);
  const { userGroupId } = form;
  const trimmed = answers.map(({ id, value }) => ({ id, value: value.trim() }));
  if (!(await insertRegistration(db, siteId, { formId, userId, userGroupId, answers: trimmed }))) return false;
  if (await insertGroupMember(db, siteId, { groupId: userGroupId, userId })) {
    await markAsJoined(db, siteId, { formId, userId });
    await recordAudit(db, siteId, {
      action: "memberAdded",
      actorId: userId,
      personId: userId,
      objectId: userGroupId,
      facts: { way: "enrollmentForm" },
    });
  }
  return true;
}

/** @throws AppError `invalid` with the fields as codes. */
function assertAnswered({ fields }: FormFacts, answers: readonly EnrollmentAnswer[]): void {
  if (!answersBelongTo(fields, answers))
    throw new AppError("invalid", "This form has changed. Check your answers and submit again.", {
      codes: ["formChanged"],
    });
  const problems = answerProblems(fields, answers);
  if (problems.size === 0) return;
  const codes = [...problems.keys()];
  if ([...problems.values()].includes("empty"))
    throw new AppError("invalid", message("enrollment.required"), { codes });
  const title = fields.find(({ id }) => problems.has(id))?.title ?? "";
  throw new AppError("invalid", `The answer to “${title}” is not valid. Enter or choose another one.`, { codes });
}
