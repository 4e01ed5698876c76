/** An enrollment form as the caller can see it: whether they have registered, and what it gave them access to. */
import type { EnrollmentForm, Registration } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { listChangeable } from "#assignment/assignment-rights.ts";
import { listOpened } from "#assignment/list-opened.ts";
import { type ContentQuery, loadPlacedContent } from "#item/placed-content.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listUserGroupFacts, type UserGroupFacts } from "#user-group/user-group.queries.ts";
import { countRegistrations, findGroupTime, findRegistration, type RegistrationRow } from "./enrollment.queries.ts";
import { type FormFacts, findFormFacts } from "./enrollment-form.queries.ts";

export const noForm = () => notFoundOrNoAccess();

/**
 * Whether the caller can see who has registered: people who can change the user group, since they can see its members
 * too.
 */
export async function maySeeRegistrations(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  group: UserGroupFacts,
): Promise<boolean> {
  return (await listChangeable(db, siteId, caller, [group])).has(group.id);
}

/** @throws AppError `notFound` if the caller has no access to the form. */
export async function loadEnrollmentForm(db: SiteDb, question: Omit<ContentQuery, "kind">): Promise<EnrollmentForm> {
  const { siteId, caller, id } = question;
  const { item, placed } = await loadPlacedContent(db, { ...question, kind: "enrollment" });
  const facts = await findFormFacts(db, siteId, id);
  if (!facts) throw noForm();
  const row = caller.user && (await findRegistration(db, siteId, { formId: id, userId: caller.user.id }));
  return {
    ...placed,
    postId: item.post_id ?? id,
    description: item.description,
    fields: facts.fields.map(({ options, ...field }) => ({ ...field, options: [...options] })),
    registration: row ? await presentRegistration(db, siteId, caller, { row, facts }) : null,
    ...(caller.can("manageContent") ? await managersFacts(db, siteId, caller, { id, facts }) : NOT_FOR_LEARNERS),
  };
}

const NOT_FOR_LEARNERS = {
  userGroupId: null,
  userGroupTitle: null,
  registrationCount: null,
  canSeeRegistrations: false,
} as const;

async function managersFacts(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, facts }: { id: number; facts: FormFacts },
) {
  const [group] = await listUserGroupFacts(db, siteId, [facts.userGroupId]);
  return {
    userGroupId: facts.userGroupId,
    userGroupTitle: group?.title ?? null,
    registrationCount: await countRegistrations(db, siteId, id),
    canSeeRegistrations: group !== undefined && (await maySeeRegistrations(db, siteId, caller, group)),
  };
}

async function presentRegistration(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { row, facts }: { row: RegistrationRow; facts: FormFacts },
): Promise<Registration> {
  const answered = new Map(Object.entries(row.answers));
  const fields = [...facts.fields, ...facts.formerFields].filter(({ id }) => answered.has(id));
  return {
    registeredAt: row.registeredAt.toISOString(),
    group: await presentGroup(db, siteId, row),
    answers: fields.map(({ id, title, type }) => ({ title, type, value: answered.get(id) ?? "" })),
    opens: row.groupId === null ? [] : await listOpened(db, siteId, caller, row.groupId),
  };
}

async function presentGroup(
  db: SiteDb,
  siteId: number,
  { groupId, isMember }: RegistrationRow,
): Promise<Registration["group"]> {
  if (groupId === null) return null;
  const [group] = await listUserGroupFacts(db, siteId, [groupId]);
  const time = await findGroupTime(db, siteId, groupId);
  if (!group || !time) return null;
  const { title, dateStart, dateEnd } = group;
  return { title, isMember, dateStart, dateEnd, time };
}
