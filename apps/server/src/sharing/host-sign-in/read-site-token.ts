/**
 * Maps a token signed by the host to a session of an account. The token is checked on each request, and the account is
 * updated from its claims.
 */
import { roleHas } from "@parfocal/core/access/capabilities.ts";
import { AppError } from "@parfocal/core/errors.ts";
import {
  readSiteTokenClaims,
  SITE_TOKEN_MAX_CHARACTERS,
  SITE_TOKEN_TYPE,
  type SiteTokenClaims,
  type SiteTokenProblem,
} from "@parfocal/core/host-sign-in/site-token.ts";
import { countManagersOfPeople } from "#account/account.queries.ts";
import { changeUserRow, lockAdministrators } from "#account/managed-user.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { isSignatureRight, readSignedToken } from "#platform/access/signed-token.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { createPass } from "#platform/http/site-tokens.ts";
import type { Platform } from "#platform/platform.ts";
import { insertSession } from "#session/session.queries.ts";
import { createAccount, storableName } from "#single-sign-on/create-account.ts";
import { lockIdentities } from "#single-sign-on/user-identity.queries.ts";
import { fetchHostKeys } from "#site/host-keys.ts";
import { findHost, type SiteHost } from "#site/site.queries.ts";
import { findHostPerson, useTokenOnce } from "./host-token.queries.ts";

export const rejected = (problem: SiteTokenProblem) =>
  new AppError("unauthenticated", "The host's sign-in is not accepted. Reload the page, or sign in there again.", {
    codes: [`siteToken.${problem}`],
  });

type HostPlatform = Pick<Platform, "database" | "log" | "nonceKey" | "hostNetworks">;

/** Single-use tokens that a transaction has used: it may read them again. */
const takenBy = new WeakMap<SiteDb, Set<string>>();

/** @param now ms since the epoch. */
export const createSiteTokenReader =
  (platform: HostPlatform & Pick<Platform, "securityLog">, now: () => number = Date.now) =>
  async (db: SiteDb, siteId: number, token: string): Promise<string> => {
    const host = await findHost(db, siteId);
    const expected = { ...host, siteId, mayAdminister: host.givesAdministrators };
    const { claims } = checkHostToken(platform, { host, siteId, token, type: SITE_TOKEN_TYPE });
    const person = readSiteTokenClaims(claims, expected, now() / 1000);
    if (typeof person === "string") throw rejected(person);
    const session = sessionOf(platform, siteId, { host, ...person });
    if (person.isForOneCall) await takeOnce(db, siteId, person.jti);
    const userId = await admit(db, siteId, { host, person, session });
    if (userId !== null) platform.securityLog.note("signedIn", { siteId, userId, way: "hostSite" });
    return session;
  };

interface HostToken {
  readonly host: SiteHost;
  readonly siteId: number;
  readonly token: string;
  readonly type: string;
}

interface ReadHostToken {
  readonly claims: Readonly<Record<string, unknown>>;
}

/** @returns the claims of a token with a valid signature. @throws AppError `unauthenticated` */
export function checkHostToken(platform: HostPlatform, hostToken: HostToken): ReadHostToken {
  const read = readHostToken(platform, hostToken);
  if (typeof read === "string") throw rejected(read);
  return read;
}

/** @returns the claims of a token with a valid signature, or the reason why it is invalid. */
export function readHostToken(
  platform: HostPlatform,
  { host, siteId, token, type }: HostToken,
): ReadHostToken | SiteTokenProblem {
  if (host.issuer === "" || host.audience === "") return "noHost";
  const read = token.length > SITE_TOKEN_MAX_CHARACTERS ? null : readSignedToken(token);
  if (read?.type !== type) return "malformed";
  const key = host.keys.find(({ kid }) => kid === read.kid);
  if (!key) {
    void fetchHostKeys(platform, siteId);
    return "unknownKey";
  }
  return isSignatureRight(read, key) ? read : "signature";
}

/** Identifier of our session for a session of the host; also used for the pass with which its files are requested. */
export const sessionOf = (
  { nonceKey }: Pick<Platform, "nonceKey">,
  siteId: number,
  { host, sub, sid }: { readonly host: SiteHost; readonly sub: string; readonly sid: string },
): string => createPass(siteId, JSON.stringify([host.issuer, sub, sid]), nonceKey);

async function takeOnce(db: SiteDb, siteId: number, jti: string): Promise<void> {
  const taken = takenBy.get(db) ?? new Set<string>();
  takenBy.set(db, taken);
  if (taken.has(jti)) return;
  if (!(await useTokenOnce(db, siteId, jti))) throw rejected("replayed");
  taken.add(jti);
}

interface Admission {
  readonly host: SiteHost;
  readonly person: SiteTokenClaims;
  readonly session: string;
}

/** @returns the account, if a session was created for it; null: it already had one. */
async function admit(db: SiteDb, siteId: number, admission: Admission): Promise<number | null> {
  if (await isUpToDate(db, siteId, admission)) return null;
  // A page's first calls arrive at the same time: one of them creates the account and the session.
  await lockIdentities(db, siteId);
  if (await isUpToDate(db, siteId, admission)) return null;
  const { person, session } = admission;
  const account = (await find(db, siteId, admission)) ?? (await admitNew(db, siteId, admission));
  await followHost(db, siteId, { account, person });
  if (account.hasSession) return null;
  await insertSession(db, siteId, { userId: account.id, tokenSha256: hashToken(session), isOfHost: true });
  return account.id;
}

const find = (db: SiteDb, siteId: number, { host, person, session }: Admission) =>
  findHostPerson(db, siteId, {
    issuer: host.issuer,
    subject: person.sub,
    sessionSha256: hashToken(session),
    issuedAtS: person.iat,
  });

/** Whether the account and the session exist with the claims of the token. @throws AppError `unauthenticated` */
async function isUpToDate(db: SiteDb, siteId: number, admission: Admission): Promise<boolean> {
  const account = await find(db, siteId, admission);
  if (!account) return false;
  if (account.isSessionEnded) throw rejected("ended");
  if (account.isOutdated) throw rejected("outdated");
  if (!account.isUsable) throw rejected("closed");
  const { role, name } = admission.person;
  return account.hasSession && account.role === role && (name === "" || account.displayName === storableName(name));
}

type Account = NonNullable<Awaited<ReturnType<typeof findHostPerson>>>;

async function admitNew(db: SiteDb, siteId: number, { host, person }: Admission): Promise<Account> {
  const { sub, email, name, role } = person;
  const identity = { issuer: host.issuer, subject: sub };
  const { id, displayName } = await createAccount(db, siteId, { identity, email, name, role, way: "hostSite" });
  return {
    ...{ id, role, displayName, isUsable: true },
    ...{ hasSession: false, isSessionEnded: false, isOutdated: false },
  };
}

/** The host decides name and role; its changes are applied here with the next token. */
async function followHost(
  db: SiteDb,
  siteId: number,
  { account, person }: { readonly account: Account; readonly person: SiteTokenClaims },
): Promise<void> {
  const displayName = storableName(person.name) || account.displayName;
  const role = (await isLastAdministrator(db, siteId, { account, person })) ? account.role : person.role;
  if (displayName !== account.displayName || role !== account.role)
    await changeUserRow(db, siteId, account.id, { displayName, role });
  if (role !== account.role)
    await recordAudit(db, siteId, {
      action: "roleChanged",
      actorId: account.id,
      personId: account.id,
      facts: { role, formerRole: account.role, way: "hostSite" },
    });
}

/**
 * Whether the host removes the role from the only administrator. The role is kept then, since otherwise nobody could
 * administer the site.
 */
async function isLastAdministrator(
  db: SiteDb,
  siteId: number,
  { account, person }: { readonly account: Account; readonly person: SiteTokenClaims },
): Promise<boolean> {
  if (!roleHas(account.role, "managePeople") || roleHas(person.role, "managePeople")) return false;
  await lockAdministrators(db, siteId);
  return (await countManagersOfPeople(db, siteId)) === 1;
}
