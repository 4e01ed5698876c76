/** Determines the site and the caller of a request. */
import { createHash, randomBytes } from "node:crypto";
// For the types of a reply's cookies.
import type {} from "@fastify/cookie";
import { type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import { notFound } from "@parfocal/core/errors.ts";
import type { AccountLanguage, Preferences } from "@parfocal/core/session/preferences.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Selectable, sql } from "kysely";
import type { SiteTable } from "#site/site.table.ts";
import { Caller } from "../access/caller.ts";
import type { SiteDb } from "../db/database.ts";
import { oncePerPage } from "./once-per-page.ts";
import { isSiteToken, readPass, sessionOfSiteToken, siteOfPass } from "./site-tokens.ts";

type SiteRow = Selectable<SiteTable>;

/** The only site of a single-site installation. */
export const DEFAULT_SITE_ID = 1;

/** Threat T-18: maximum session length of roles that manage people, regardless of the site's limits for others. */
const LIMITS_OF_ADMINISTRATORS = { idleMinutes: 60, hours: 12 };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** `last_seen_at` is written at most this often. */
const SEEN_EVERY_MS = 60_000;

const SECURE_COOKIE = "__Host-sid";
/** Over plain HTTP (a laptop, a lecture hall's own network) browsers do not store a secure cookie. */
const PLAIN_COOKIE = "sid";

export interface Credentials {
  readonly siteId: number;
  /** null: the request has no session token. */
  readonly token: string | null;
  /** Whether the token was sent in the header `x-site-token`, which another site's page cannot send. */
  readonly isFromHeader: boolean;
}

/** Lifetime of sessions of a site. */
interface SessionLimits {
  /** Maximum time since the last request. */
  readonly idleMinutes: number;
  /** Maximum time since sign-in. */
  readonly hours: number;
  /** Maximum days since sign-in with "Stay signed in"; 0: not offered. Never applies to roles that manage people. */
  readonly keptDays: number;
}

export interface RequestSite {
  readonly id: number;
  readonly title: string;
  readonly origins: readonly string[];
  readonly isContentPublic: boolean;
  /** Whether visitors can create their own account. */
  readonly isRegistrationOpen: boolean;
  /** Languages of the interface and of emails. */
  readonly languages: AccountLanguage[];
  readonly sessionLimits: SessionLimits;
  /** Whether "Stay signed in" is offered. */
  readonly canStaySignedIn: boolean;
  /** Permissions the site adds to roles. */
  readonly grants: SiteGrants;
  /** Whether the tiles of slides are offered for download. */
  readonly offersTilesZip: boolean;
  /** For registration without a voucher; empty: all domains. */
  readonly allowedEmailDomains: readonly string[];
  /** null: none. */
  readonly logo: { readonly key: string; readonly widthPx: number; readonly heightPx: number } | null;
  /** Page views are sent to this URL once a visitor agrees; empty: not sent. */
  readonly trackingUrl: string;
  /** Footer links; empty: none. */
  readonly links: { readonly support: string; readonly imprint: string; readonly privacy: string };
}

const TOKEN = /^([1-9]\d{0,14})\.[A-Za-z0-9_-]{43}$/;

/** The token contains its site's ID, for image URLs, which carry no header. */
export function createToken(siteId: number): string {
  return `${siteId}.${randomBytes(32).toString("base64url")}`;
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** @throws AppError `notFound` if the header names another site than the session. */
export function readCredentials(request: FastifyRequest): Credentials {
  const header = request.headers["x-site-token"];
  const cookie = readSessionCookie(request)?.token;
  const isFromHeader = typeof header === "string" && header !== "";
  const candidate = isFromHeader ? header : cookie;
  // The signature is checked later, when the site is known.
  if (isFromHeader && isSiteToken(header))
    return credentialsFor(request, { token: header, siteId: null, isFromHeader });
  const match = candidate ? TOKEN.exec(candidate) : null;
  const token = match ? (candidate ?? null) : null;
  return credentialsFor(request, { token, siteId: match ? Number(match[1]) : null, isFromHeader });
}

/** For files, which page elements request without headers: a pass before their path is accepted as well. */
export function readFileCredentials(request: FastifyRequest): Credentials {
  const pass = readPass(request.headers);
  if (pass === null) return readCredentials(request);
  return credentialsFor(request, { token: pass, siteId: siteOfPass(pass), isFromHeader: false });
}

interface FoundToken {
  readonly token: string | null;
  /** Site in the token; null: none. */
  readonly siteId: number | null;
  readonly isFromHeader: boolean;
}

function credentialsFor(request: FastifyRequest, { token, siteId, isFromHeader }: FoundToken): Credentials {
  const named = request.headers["x-site-id"];
  const namedSiteId = named === undefined ? null : readSiteId(named);
  if (namedSiteId !== null && siteId !== null && namedSiteId !== siteId) throw siteNotFound();
  return { siteId: namedSiteId ?? siteId ?? DEFAULT_SITE_ID, token, isFromHeader };
}

const cookiePatterns = new Map<string, RegExp>();

/**
 * Reads a cookie without the cookie plugin, whose hooks would run for each tile. @param name of one of our own cookies.
 */
export function readCookie(header: string, name: string): string | undefined {
  const pattern = cookiePatterns.get(name) ?? new RegExp(`(?:^|;) *${name}=([^;]*)`);
  cookiePatterns.set(name, pattern);
  return pattern.exec(header)?.[1];
}

/**
 * Over https with the prefix `__Host-`, which no neighbouring host can set; over http browsers reject cookies with this
 * prefix.
 */
export const ownCookieName = (request: FastifyRequest, name: string): string =>
  request.protocol === "https" ? `__Host-${name}` : name;

/**
 * The session cookie. Over https only a cookie with the prefix `__Host-` is accepted: a plain one may have been set by
 * a page of a neighbouring host or over http (RFC 6265bis, section 4.1.3).
 */
export function readSessionCookie(request: FastifyRequest): { readonly name: string; readonly token: string } | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const names = request.protocol === "https" ? [SECURE_COOKIE] : [SECURE_COOKIE, PLAIN_COOKIE];
  for (const name of names) {
    const token = readCookie(cookie, name);
    if (token !== undefined) return { name, token };
  }
  return null;
}

/** The session token in the request's cookie, and its site; null: none. */
export function readCookieToken(request: FastifyRequest): { readonly siteId: number; readonly token: string } | null {
  const token = readSessionCookie(request)?.token ?? "";
  const match = TOKEN.exec(token);
  return match && { siteId: Number(match[1]), token };
}

function readSiteId(text: string | string[]): number {
  if (typeof text !== "string" || !/^[1-9]\d{0,14}$/.test(text)) throw siteNotFound();
  return Number(text);
}

const siteNotFound = () => notFound("Site");

const SITE_COLUMNS = [
  "site.title",
  "site.origins",
  "site.is_content_public",
  "site.is_registration_open",
  "site.allowed_email_domains",
  "site.experts_manage_content",
  "site.offers_tiles_zip",
  "site.languages",
  "site.session_idle_minutes",
  "site.session_hours",
  "site.kept_session_days",
  "site.support_contact",
  "site.imprint_url",
  "site.privacy_url",
  "site.tracking_url",
  "site.logo_key",
  "site.logo_width_px",
  "site.logo_height_px",
] as const;
type ColumnOf<Name extends string> = Name extends `site.${infer Column extends keyof SiteRow}` ? Column : never;

const limitsOf = (
  row: Pick<SiteRow, "session_idle_minutes" | "session_hours" | "kept_session_days">,
): SessionLimits => ({
  idleMinutes: row.session_idle_minutes,
  hours: row.session_hours,
  keptDays: row.kept_session_days,
});

export async function findSessionLimits(db: SiteDb, siteId: number): Promise<SessionLimits> {
  const row = await db
    .selectFrom("site")
    .select(["session_idle_minutes", "session_hours", "kept_session_days"])
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
  return limitsOf(row);
}

const siteOf = (id: number, row: Pick<SiteRow, ColumnOf<(typeof SITE_COLUMNS)[number]>>): RequestSite => ({
  id,
  title: row.title,
  origins: row.origins,
  isContentPublic: row.is_content_public,
  isRegistrationOpen: row.is_registration_open,
  languages: row.languages,
  sessionLimits: limitsOf(row),
  canStaySignedIn: row.kept_session_days > 0,
  grants: { expertsManageContent: row.experts_manage_content },
  offersTilesZip: row.offers_tiles_zip,
  allowedEmailDomains: row.allowed_email_domains,
  logo: row.logo_key === null ? null : { key: row.logo_key, widthPx: row.logo_width_px, heightPx: row.logo_height_px },
  trackingUrl: row.tracking_url,
  links: { support: row.support_contact, imprint: row.imprint_url, privacy: row.privacy_url },
});

export async function findSite(db: SiteDb, siteId: number): Promise<RequestSite> {
  const row = await db.selectFrom("site").select(SITE_COLUMNS).where("id", "=", siteId).executeTakeFirst();
  if (!row) throw siteNotFound();
  return siteOf(siteId, row);
}

/** The user of a token; not signed in if the token is unknown or expired, or if the account is suspended or expired. */
export async function findCaller(db: SiteDb, siteId: number, token: string | null): Promise<Caller> {
  return (token === null ? null : await findSession(db, siteId, token))?.caller ?? new Caller(null);
}

interface SiteAndCaller {
  readonly site: RequestSite;
  readonly caller: Caller;
}

/**
 * Returns the site and the caller, with one statement if there is a session. @throws AppError `notFound` if the site
 * does not exist.
 */
export function findSiteAndCaller(db: SiteDb, siteId: number, token: string | null): Promise<SiteAndCaller> {
  return oncePerPage(`${siteId} ${token ?? ""}`, () => readSiteAndCaller(db, siteId, token));
}

async function readSiteAndCaller(db: SiteDb, siteId: number, token: string | null): Promise<SiteAndCaller> {
  const session = token === null ? null : await findSession(db, siteId, token);
  return session ?? { site: await findSite(db, siteId), caller: new Caller(null) };
}

async function findSession(db: SiteDb, siteId: number, token: string): Promise<SiteAndCaller | null> {
  const isOfHost = isSiteToken(token);
  const sessionToken = isOfHost ? await sessionOfSiteToken(db, siteId, token) : token;
  if (sessionToken === null) return null;
  const row = await sessionsOf(db, siteId)
    .where("user_session.token_sha256", "=", hashToken(sessionToken))
    .executeTakeFirst();
  // A valid, recent token of the host proves that its session is active.
  if (!row || !(isOfHost || isSessionAlive(row, { role: row.role, limits: limitsOf(row) }))) return null;
  if (row.idleMs > SEEN_EVERY_MS) await noteUse(db, siteId, [row.sessionId]);
  return siteAndCallerOf(siteId, row);
}

/** @param tokens of our own sessions. @returns map by token; tokens without an active session are omitted. */
export async function findSitesAndCallers(
  db: SiteDb,
  siteId: number,
  tokens: readonly string[],
): Promise<Map<string, SiteAndCaller>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString("hex"), token]));
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, "hex"));
  const rows = await sessionsOf(db, siteId)
    .select("user_session.token_sha256 as tokenSha256")
    .where(sql<boolean>`user_session.token_sha256 = ANY (${hashes}::bytea[])`)
    .execute();
  const alive = rows.filter((row) => isSessionAlive(row, { role: row.role, limits: limitsOf(row) }));
  const idle = alive.filter(({ idleMs }) => idleMs > SEEN_EVERY_MS).map(({ sessionId }) => sessionId);
  if (idle.length > 0) await noteUse(db, siteId, idle);
  return new Map(
    alive.map((row) => [byHash.get(row.tokenSha256.toString("hex")) as string, siteAndCallerOf(siteId, row)]),
  );
}

/** Skips sessions that another request is updating. */
async function noteUse(db: SiteDb, siteId: number, sessionIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE user_session SET last_seen_at = now() WHERE site_id = ${siteId} AND id IN (
      SELECT id FROM user_session WHERE site_id = ${siteId} AND id = ANY (${[...sessionIds]}::bigint[])
      FOR UPDATE SKIP LOCKED
    )
  `.execute(db);
}

const sessionsOf = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("user_session")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "user_session.user_id").onRef("site_user.site_id", "=", "user_session.site_id"),
    )
    .innerJoin("site", "site.id", "user_session.site_id")
    .select(SITE_COLUMNS)
    .select([
      "user_session.id as sessionId",
      "user_session.is_kept as isKept",
      "site_user.id",
      "site_user.email",
      "site_user.display_name as displayName",
      "site_user.role",
      "site_user.picture_key as pictureKey",
      sql<boolean>`site.needs_second_factor AND NOT EXISTS (
        SELECT 1 FROM second_factor WHERE second_factor.site_id = site_user.site_id
          AND second_factor.user_id = site_user.id AND confirmed_at IS NOT NULL)`.as("lacksSecondFactor"),
      "site_user.language",
      "site_user.colour_scheme as colourScheme",
      sql<number>`extract(epoch FROM now() - user_session.last_seen_at)::float8 * 1000`.as("idleMs"),
      sql<number>`extract(epoch FROM now() - user_session.created_at)::float8 * 1000`.as("ageMs"),
    ])
    .where("user_session.site_id", "=", siteId)
    .where("site_user.is_suspended", "=", false)
    .where((eb) => eb.or([eb("site_user.expires_at", "is", null), eb("site_user.expires_at", ">", sql<Date>`now()`)]));

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionsOf>["execute"]>>[number];

function siteAndCallerOf(siteId: number, row: SessionRow): SiteAndCaller {
  const site = siteOf(siteId, row);
  const caller = new Caller({
    id: row.id,
    sessionId: row.sessionId,
    email: row.email,
    displayName: row.displayName,
    role: row.role,
    pictureKey: row.pictureKey,
    mustEnrol: row.lacksSecondFactor && roleHas(row.role, "manageContent", site.grants),
    grants: site.grants,
    // The account keeps a language that the site no longer offers.
    preferences: {
      language: site.languages.find((offered) => offered === row.language) ?? null,
      colourScheme: row.colourScheme,
    } as Preferences,
  });
  return { site, caller };
}

interface SessionAge {
  /** Time since the last request. */
  readonly idleMs: number;
  /** Time since sign-in. */
  readonly ageMs: number;
  /** "Stay signed in" was chosen. */
  readonly isKept: boolean;
}

/** Whether a session of this role can be used (threat T-18). */
export function isSessionAlive(
  { idleMs, ageMs, isKept }: SessionAge,
  { role, limits }: { readonly role: Role; readonly limits: SessionLimits },
): boolean {
  const { idleMinutes, hours, keptDays } = limits;
  if (isKept && keptDays > 0 && mayKeepSession(role)) return ageMs <= keptDays * DAY_MS;
  const most = roleHas(role, "managePeople") ? LIMITS_OF_ADMINISTRATORS : limits;
  const isUsed = idleMs <= Math.min(idleMinutes, most.idleMinutes) * MINUTE_MS;
  return isUsed && ageMs <= Math.min(hours, most.hours) * HOUR_MS;
}

export const mayKeepSession = (role: Role): boolean => !roleHas(role, "managePeople");

/**
 * @param keptDays days that the browser keeps the cookie after it is closed; 0: not kept.
 * @param isFramed for a frame in a page of another site: the cookie is sent only in frames of that site (threat T-18).
 */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    token,
    keptDays,
    isFramed = false,
  }: { readonly token: string; readonly keptDays: number; readonly isFramed?: boolean },
): void {
  const isSecure = request.protocol === "https";
  reply.setCookie(ownCookieName(request, PLAIN_COOKIE), token, {
    ...(keptDays > 0 ? { maxAge: (keptDays * DAY_MS) / 1000 } : {}),
    path: "/",
    httpOnly: true,
    secure: isSecure,
    // Over http, browsers do not store cookies for use on other sites.
    ...(isFramed && isSecure ? { sameSite: "none", partitioned: true } : { sameSite: "lax" }),
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SECURE_COOKIE, { path: "/", secure: true, httpOnly: true, sameSite: "lax" });
  reply.clearCookie(PLAIN_COOKIE, { path: "/", httpOnly: true, sameSite: "lax" });
}
