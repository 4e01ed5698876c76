/** Lists, exports and deletes the registrations of an enrollment form. */

import { countriesLike } from "@parfocal/core/custom-field/country-codes.ts";
import { REGISTRATIONS_PAGE_SIZE, type Registrations } from "@parfocal/core/enrollment/enrollment.contract.ts";
import type { EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { type RegistrationLanguage, registrationsCsv } from "@parfocal/core/enrollment/registrations-csv.ts";
import { notAllowed, notFound } from "@parfocal/core/errors.ts";
import { lockOwnGroup } from "#assignment/change-assignments.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { deleteGroupMember, listUserGroupFacts } from "#user-group/user-group.queries.ts";
import {
  deleteRegistration,
  listAllRegistrations,
  listAnsweredFieldIds,
  passOnJoining,
  type RegistrationRow,
  searchRegistrations,
} from "./enrollment.queries.ts";
import { findFormFacts } from "./enrollment-form.queries.ts";
import { maySeeRegistrations, noForm } from "./load-enrollment-form.ts";

interface Question {
  readonly siteId: number;
  readonly caller: Caller;
  readonly formId: number;
}

export type RegistrationColumn = EnrollmentField & { readonly isCurrent: boolean };
type Column = RegistrationColumn;

/**
 * Fields of the form, then former fields that have answers.
 *
 * @throws AppError `notFound`; `forbidden` if the caller cannot change the form's user group.
 */
export async function listColumns(db: SiteDb, { siteId, caller, formId }: Question): Promise<Column[]> {
  await findVisibleItem(db, { siteId, caller, id: formId, kind: "enrollment" });
  const form = await findFormFacts(db, siteId, formId);
  const [group] = form ? await listUserGroupFacts(db, siteId, [form.userGroupId]) : [];
  if (!form || !group) throw noForm();
  if (!(await maySeeRegistrations(db, siteId, caller, group)))
    throw notAllowed("Only people who can change the user group can see who has registered.");
  const answered = await listAnsweredFieldIds(db, siteId, formId);
  return [
    ...form.fields.map((field) => ({ ...field, isCurrent: true })),
    ...form.formerFields.filter(({ id }) => answered.has(id)).map((field) => ({ ...field, isCurrent: false })),
  ];
}

/** In the order of the columns; null: the field did not exist at that time. */
export function answersOf(
  { answers }: Pick<RegistrationRow, "answers">,
  columns: readonly Column[],
): (string | null)[] {
  const given = new Map(Object.entries(answers));
  return columns.map(({ id }) => given.get(id) ?? null);
}

/** @throws AppError as `listColumns`. */
export async function loadRegistrations(
  db: SiteDb,
  question: Question,
  { page, q }: { page: number; q: string },
): Promise<Registrations> {
  const columns = await listColumns(db, question);
  const { rows, total } = await searchRegistrations(db, question.siteId, question.formId, {
    page,
    pageSize: REGISTRATIONS_PAGE_SIZE,
    q,
    countryFieldIds: columns.filter(({ type }) => type === "country").map(({ id }) => id),
    countryCodes: countriesLike(q),
  });
  return {
    fields: columns.map(({ id, title, type, options, isCurrent }) => ({
      id,
      title,
      type,
      options: [...options],
      isCurrent,
    })),
    registrations: rows.map((row) => ({
      userId: row.userId,
      name: row.name,
      email: row.email,
      registeredAt: row.registeredAt.toISOString(),
      answers: answersOf(row, columns),
      groupTitle: row.groupTitle,
      hasJoined: row.hasJoined,
      isMember: row.isMember,
    })),
    total,
  };
}

/** @throws AppError as `listColumns`. */
export async function writeRegistrations(
  db: SiteDb,
  question: Question,
  language: RegistrationLanguage,
): Promise<string> {
  const columns = await listColumns(db, question);
  const rows = await listAllRegistrations(db, question.siteId, question.formId);
  await recordAudit(db, question.siteId, {
    action: "registrationsExported",
    actorId: question.caller.signedIn().id,
    objectId: question.formId,
    facts: { count: rows.length },
  });
  const lines = rows.map((row) => ({
    name: row.name,
    email: row.email,
    registeredAt: row.registeredAtHere,
    groupTitle: row.groupTitle,
    answers: answersOf(row, columns),
  }));
  return registrationsCsv(columns, lines, language);
}

/**
 * Deletes a registration with its answers. On request, the person is removed from the user group, provided this
 * registration added them and no other form has registered them for it.
 *
 * @throws AppError as `listColumns`; `notFound` if the person has not registered.
 */
export async function takeRegistrationBack(
  db: SiteDb,
  question: Question,
  { userId, leavesGroup }: { userId: number; leavesGroup: boolean },
): Promise<void> {
  const { siteId, caller, formId } = question;
  await listColumns(db, question);
  const gone = await deleteRegistration(db, siteId, { formId, userId });
  if (!gone) throw notFound("Registration");
  const actorId = caller.signedIn().id;
  await recordAudit(db, siteId, { action: "registrationRemoved", actorId, personId: userId, objectId: formId });
  const groupId = gone.joinedGroupId;
  if (groupId === null) return;
  if (await passOnJoining(db, siteId, { groupId, userId })) return;
  if (!leavesGroup) return;
  await lockOwnGroup(db, siteId, caller, groupId);
  if (await deleteGroupMember(db, siteId, { groupId, userId }))
    await recordAudit(db, siteId, { action: "memberRemoved", actorId, personId: userId, objectId: groupId });
}
