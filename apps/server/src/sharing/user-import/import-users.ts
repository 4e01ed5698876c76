/** Adds many people in one step, all or none. Source: decision 0062. */

import { DEFAULT_ROLE } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { isUserName } from "@parfocal/core/account/user-name.ts";
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError, notAllowed } from "@parfocal/core/errors.ts";
import type {
  ImportedRow,
  ImportedUsers,
  ImportOutcome,
  importUsers,
} from "@parfocal/core/user-import/user-import.contract.ts";
import { recordAuditOfMany } from "#audit/record-audit.ts";
import type { Caller } from "#platform/access/caller.ts";
import { NO_PASSWORD } from "#platform/access/password.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findUsersAmong, insertUsers, type ListedUser, renameUsers } from "#user/user.queries.ts";
import { insertGroupMembers, listMembersAmong } from "#user-group/user-group.queries.ts";

type ImportList = BodyOf<typeof importUsers>;

/** @throws AppError `forbidden` or `invalid`, before anything is read. */
export function assertImportable(caller: Caller, list: ImportList): void {
  const { field, values, names, createsAccounts, updatesNames } = list;
  if ((createsAccounts || updatesNames) && !caller.can("managePeople"))
    throw notAllowed("Only administrators can create and rename accounts.");
  if (names.length !== 0 && names.length !== values.length)
    throw new AppError("invalid", "Send one name for each value, or none.", { codes: ["names"] });
  if (field !== "email" && (createsAccounts || updatesNames))
    throw new AppError("invalid", "Accounts are created and renamed by email address only.", { codes: ["field"] });
}

/** @param groupId group that they are added to; null: none. */
export async function importList(
  db: SiteDb,
  siteId: number,
  groupId: number | null,
  list: ImportList & { readonly actorId: number },
): Promise<ImportedUsers> {
  const { actorId } = list;
  const known = await findKnown(db, siteId, list);
  const plan = planRows(list, known);
  if (list.isTrial) return { rows: await markMembers(db, siteId, groupId, plan) };
  const created = await createAccounts(db, siteId, list, plan);
  const rows = await markMembers(
    db,
    siteId,
    groupId,
    plan.map((row, index) => {
      if (row.outcome !== "created") return row;
      const user = created.get(list.values[index]?.toLowerCase() ?? "");
      if (!user) throw new AppError("conflict", "Accounts were changed at the same time. Try again.");
      return { ...row, outcome: user.isNew ? ("created" as const) : ("found" as const), userId: user.id };
    }),
  );
  const renamed = rows.flatMap(({ userId, name, isRenamed }) =>
    isRenamed && userId !== null ? [{ id: userId, displayName: name }] : [],
  );
  await renameUsers(db, siteId, renamed);
  await recordAuditOfMany(db, siteId, {
    action: "userCreated",
    actorId,
    personIds: rows.flatMap(({ userId, outcome }) => (userId !== null && outcome === "created" ? [userId] : [])),
    facts: { role: DEFAULT_ROLE, way: "import" },
  });
  await recordAuditOfMany(db, siteId, {
    action: "userChanged",
    actorId,
    personIds: renamed.map(({ id }) => id),
    facts: { names: ["displayName"], way: "import" },
  });
  const userIds = rows.flatMap(({ userId, outcome }) => (userId !== null && outcome !== "member" ? [userId] : []));
  if (groupId !== null) {
    await insertGroupMembers(db, siteId, { groupId, userIds });
    await recordAuditOfMany(db, siteId, {
      action: "memberAdded",
      actorId,
      personIds: [...new Set(userIds)],
      objectId: groupId,
      facts: { way: "import" },
    });
  }
  return { rows };
}

const FOUND_BY = {
  email: {
    column: "email",
    keyOf: ({ email }: ListedUser) => email,
    isValid: (text: string) => EMAIL_PATTERN.test(text),
  },
  name: { column: "display_name", keyOf: ({ displayName }: ListedUser) => displayName, isValid: () => true },
  userName: { column: "user_name", keyOf: ({ userName }: ListedUser) => userName ?? "", isValid: isUserName },
} as const;

/** Accounts by email address and user name, in lower case. */
async function findKnown(
  db: SiteDb,
  siteId: number,
  { field, values }: Pick<ImportList, "field" | "values">,
): Promise<Map<string, ListedUser[]>> {
  const requested = [...new Set(values.map((value) => value.toLowerCase()).filter((value) => value !== ""))];
  const { column, keyOf } = FOUND_BY[field];
  const users = await findUsersAmong(db, siteId, { by: column, values: requested });
  return Map.groupBy(users, (user) => keyOf(user).toLowerCase());
}

/** The outcome for each row, before groups are considered. */
function planRows(list: ImportList, known: ReadonlyMap<string, readonly ListedUser[]>): ImportedRow[] {
  const seen = new Set<string>();
  return list.values.map((value, index) => {
    const key = value.toLowerCase();
    const isRepeated = seen.has(key);
    seen.add(key);
    const name = list.names[index] ?? "";
    const row = (outcome: ImportOutcome) => ({ outcome, userId: null, name, isRenamed: false });
    if (value === "" || !FOUND_BY[list.field].isValid(value)) return row("invalid");
    if (isRepeated) return row("repeated");
    const [user, ...others] = known.get(key) ?? [];
    if (others.length > 0) return row("ambiguous");
    if (user) {
      const isRenamed = list.updatesNames && name !== "" && name !== user.displayName;
      return { outcome: "found", userId: user.id, name: isRenamed ? name : user.displayName, isRenamed };
    }
    return list.createsAccounts ? { ...row("created"), name: name || nameFromEmail(value) } : row("unknown");
  });
}

const nameFromEmail = (email: string) => (email.split("@")[0] ?? email).slice(0, DISPLAY_NAME_MAX_CHARACTERS);

/**
 * @returns accounts by email address in lower case. Accounts that someone else created at the same moment are not new.
 */
async function createAccounts(
  db: SiteDb,
  siteId: number,
  list: ImportList,
  plan: readonly ImportedRow[],
): Promise<Map<string, { readonly id: number; readonly isNew: boolean }>> {
  const newUsers = plan.flatMap(({ outcome, name }, index) =>
    outcome === "created" ? [{ email: list.values[index] ?? "", displayName: name }] : [],
  );
  if (newUsers.length === 0) return new Map();
  const made = await insertUsers(db, siteId, newUsers, { role: DEFAULT_ROLE, passwordHash: NO_PASSWORD });
  const found = made.length < newUsers.length ? await findKnown(db, siteId, list) : new Map<string, ListedUser[]>();
  return new Map<string, { readonly id: number; readonly isNew: boolean }>([
    ...[...found].flatMap(([email, [user]]) => (user ? [[email, { id: user.id, isNew: false }] as const] : [])),
    ...made.map(({ id, email }) => [email.toLowerCase(), { id, isNew: true }] as const),
  ]);
}

async function markMembers(
  db: SiteDb,
  siteId: number,
  groupId: number | null,
  rows: readonly ImportedRow[],
): Promise<ImportedRow[]> {
  if (groupId === null) return [...rows];
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const members = await listMembersAmong(db, siteId, { groupId, userIds });
  return rows.map((row) => (row.userId !== null && members.has(row.userId) ? { ...row, outcome: "member" } : row));
}
