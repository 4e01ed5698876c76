/**
 * Signs in a person from the identity provider: with their known account, an account with the same email address, or a
 * new one.
 */

import { DEFAULT_ROLE, ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import type { SingleSignOnFailure } from "@parfocal/core/session/single-sign-on-failure.ts";
import { lockEmail } from "#account/account.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { NO_PASSWORD } from "#platform/access/password.ts";
import type { SingleSignOnSettings } from "#platform/access/single-sign-on-settings.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import { insertSession } from "#session/session.queries.ts";
import { recordSignIn } from "#session/sign-in.ts";
import { insertUser } from "#user/user.queries.ts";
import { insertGroupMember, listGroupsWithTitles } from "#user-group/user-group.queries.ts";
import type { Identity } from "./identity-provider.ts";
import {
  findAccountByEmail,
  findIdentityAccount,
  type IdentityAccount,
  insertIdentity,
  lockIdentities,
} from "./user-identity.queries.ts";

type Admission =
  | { readonly userId: number; readonly token: string }
  | { readonly failure: Extract<SingleSignOnFailure, "closed" | "noEmail" | "emailUnverified"> };

/** One transaction: account, groups and session are committed together or not at all. */
export async function admitIdentity(
  db: SiteDb,
  settings: SingleSignOnSettings,
  { identity, userAgent }: { readonly identity: Identity; readonly userAgent: string },
): Promise<Admission> {
  const { siteId } = settings;
  await lockIdentities(db, siteId);
  const account = (await findIdentityAccount(db, siteId, identity)) ?? (await findOrCreate(db, settings, identity));
  if ("failure" in account) return account;
  if (!account.isUsable) return { failure: "closed" };
  await joinGroups(db, settings, { userId: account.id, identity });
  const token = createToken(siteId);
  await insertSession(db, siteId, { userId: account.id, tokenSha256: hashToken(token), userAgent });
  await recordSignIn(db, siteId, account);
  return { userId: account.id, token };
}

async function findOrCreate(
  db: SiteDb,
  settings: SingleSignOnSettings,
  identity: Identity,
): Promise<IdentityAccount | Extract<Admission, { failure: unknown }>> {
  const { siteId } = settings;
  const { email } = identity;
  if (email === null || email.length > LOGIN_MAX_CHARACTERS || !EMAIL_PATTERN.test(email))
    return { failure: "noEmail" };
  await lockEmail(db, siteId, email);
  const known = await findAccountByEmail(db, siteId, email);
  // Otherwise a person who can choose any address at the provider could take over the account.
  if (known && !identity.isEmailVerified) return { failure: "emailUnverified" };
  const account = known ?? (await createAccount(db, settings, { identity, email }));
  await insertIdentity(db, siteId, { identity, userId: account.id });
  return account;
}

async function createAccount(
  db: SiteDb,
  settings: SingleSignOnSettings,
  { identity, email }: { readonly identity: Identity; readonly email: string },
): Promise<IdentityAccount> {
  const [beforeAt = email] = email.split("@");
  const role = roleFor(settings, identity);
  const id = await insertUser(db, settings.siteId, {
    email,
    displayName: (identity.name ?? beforeAt).slice(0, DISPLAY_NAME_MAX_CHARACTERS).toWellFormed(),
    role,
    passwordHash: NO_PASSWORD,
  });
  await recordAudit(db, settings.siteId, {
    action: "userCreated",
    actorId: id,
    personId: id,
    facts: { role, way: "singleSignOn" },
  });
  return { id, role, isUsable: true };
}

/** The role with the most capabilities among those that the claim maps to; learner if there is none. */
function roleFor({ roleClaim, roles }: SingleSignOnSettings, identity: Identity): Role {
  const named = new Set(identity.valuesOf(roleClaim).map((value) => roles.get(value)));
  return ROLES.find((role) => named.has(role)) ?? DEFAULT_ROLE;
}

/** Each sign-in adds people to groups, and never removes them: a course may continue after the claim has ended. */
async function joinGroups(
  db: SiteDb,
  { siteId, groupClaim, groups }: SingleSignOnSettings,
  { userId, identity }: { readonly userId: number; readonly identity: Identity },
): Promise<void> {
  const titles = identity.valuesOf(groupClaim).flatMap((value) => groups.get(value) ?? []);
  for (const groupId of await listGroupsWithTitles(db, siteId, [...new Set(titles)]))
    if (await insertGroupMember(db, siteId, { groupId, userId }))
      await recordAudit(db, siteId, {
        action: "memberAdded",
        actorId: userId,
        personId: userId,
        objectId: groupId,
        facts: { way: "singleSignOn" },
      });
}
