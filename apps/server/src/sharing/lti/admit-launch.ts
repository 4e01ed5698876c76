/**
 * Signs in a user of a learning platform. The account is identified by platform and `sub`; an email address never
 * connects accounts (threats T-10, T-18).
 */
import { type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { LaunchClaims } from "@parfocal/core/lti/launch-claims.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { type GrantedRole, isHigherRole, roleOfLaunch } from "@parfocal/core/lti/lti-roles.ts";
import { changeUserRow } from "#account/managed-user.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { useTokenOnce } from "#host-sign-in/host-token.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import { insertSession } from "#session/session.queries.ts";
import { recordSignIn } from "#session/sign-in.ts";
import { createAccount } from "#single-sign-on/create-account.ts";
import {
  findIdentityAccount,
  type IdentityAccount,
  lockIdentities,
  type Subject,
} from "#single-sign-on/user-identity.queries.ts";
import { insertGroupMember } from "#user-group/user-group.queries.ts";
import { keepGradeLink } from "./due-grades.ts";
import { insertChoice } from "./lti-choice.queries.ts";
import { keepMembersAddress } from "./lti-member.queries.ts";
import { findGrantedRole, groupOfContext, updateGrantedRole } from "./lti-person.queries.ts";

interface Launch {
  readonly platform: LtiPlatform;
  readonly claims: LaunchClaims;
  /** Path of the content to open; null: none. */
  readonly target: string | null;
  /** Permissions that the site adds to roles. */
  readonly grants: SiteGrants;
  readonly userAgent: string;
}

type Admission =
  /** `choiceId`: ID of the content choice; null: the launch opens content. */
  | { readonly userId: number; readonly token: string; readonly choiceId: number | null }
  | { readonly problem: "replayed" | "closed" | "notForChoosing" };

/** Identity provider of the platform's users; unchanged if a platform is removed and registered again. */
export const issuerOf = ({ issuer, clientId }: Pick<LtiPlatform, "issuer" | "clientId">): string =>
  `lti:${JSON.stringify([issuer, clientId])}`;

/** One transaction: account, group membership and session are created together or not at all. */
export async function admitLaunch(db: SiteDb, siteId: number, launch: Launch): Promise<Admission> {
  const { platform, claims, target, grants, userAgent } = launch;
  if (!(await useTokenOnce(db, siteId, `lti\n${claims.nonce}`))) return { problem: "replayed" };
  await lockIdentities(db, siteId);
  const identity = { issuer: issuerOf(platform), subject: claims.subject };
  const role = roleOfLaunch(claims.roles, platform.roleMap);
  const known = await findIdentityAccount(db, siteId, identity);
  const account = known ?? (await admitNew(db, siteId, { claims, identity, role }));
  if (!account.isUsable) return { problem: "closed" };
  const { deploymentId, choosing } = claims;
  const granted = await grant(db, siteId, { account, identity, role });
  if (choosing && !roleHas(granted, "manageContent", grants)) return { problem: "notForChoosing" };
  await joinGroup(db, siteId, { launch, userId: account.id });
  await keepGradeLink(db, siteId, { platformId: platform.id, claims, target, userId: account.id });
  const token = createToken(siteId);
  await insertSession(db, siteId, { userId: account.id, tokenSha256: hashToken(token), userAgent });
  await recordSignIn(db, siteId, account);
  const chooser = { platformId: platform.id, userId: account.id, deploymentId };
  return {
    userId: account.id,
    token,
    choiceId: choosing && (await insertChoice(db, siteId, { ...chooser, choosing })),
  };
}

async function admitNew(
  db: SiteDb,
  siteId: number,
  {
    claims: { name, email },
    identity,
    role,
  }: { readonly claims: LaunchClaims; readonly identity: Subject; readonly role: GrantedRole },
): Promise<IdentityAccount> {
  const { id } = await createAccount(db, siteId, { identity, name, email, role, way: "lti" });
  return { id, role, isUsable: true };
}

/**
 * A person may be a learner in one course of the platform and a teacher in another: a launch can raise the role but
 * never lowers it. A role that an administrator of this site has removed is not restored.
 *
 * @returns the resulting role.
 */
async function grant(
  db: SiteDb,
  siteId: number,
  {
    account,
    identity,
    role,
  }: { readonly account: IdentityAccount; readonly identity: Subject; readonly role: GrantedRole },
): Promise<Role> {
  const granted = await findGrantedRole(db, siteId, identity);
  if (granted !== null && !isHigherRole(role, granted)) return account.role;
  await updateGrantedRole(db, siteId, { ...identity, role });
  if (!isHigherRole(role, account.role)) return account.role;
  await changeUserRow(db, siteId, account.id, { role });
  const facts = { role, formerRole: account.role, way: "lti" } as const;
  await recordAudit(db, siteId, { action: "roleChanged", actorId: account.id, personId: account.id, facts });
  return role;
}

/** Each launch adds the user to groups; users are removed only manually, as with single sign-on. */
async function joinGroup(
  db: SiteDb,
  siteId: number,
  { launch: { platform, claims, target }, userId }: { readonly launch: Launch; readonly userId: number },
): Promise<void> {
  if (claims.context === null) return;
  const { group, isNew } = await groupOfContext(db, siteId, { platform, claims, context: claims.context });
  const { id: contextId, membersUrl } = claims.context;
  const opened = target === null ? undefined : parseScreenPath(target)?.steps[0];
  const courseId = opened?.kind === "course" ? opened.id : null;
  if (membersUrl !== null)
    await keepMembersAddress(db, siteId, { platformId: platform.id, claims, contextId, membersUrl, courseId });
  const audit = { actorId: userId, objectId: group } as const;
  if (isNew) await recordAudit(db, siteId, { action: "groupCreated", ...audit, facts: { way: "lti" } });
  if (await insertGroupMember(db, siteId, { groupId: group, userId }))
    await recordAudit(db, siteId, { action: "memberAdded", ...audit, personId: userId, facts: { way: "lti" } });
}
