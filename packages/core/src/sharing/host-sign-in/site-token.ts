/**
 * Validates the claims of a token that a host site (WordPress or another content-management site) has signed for one of
 * its users. The signature is checked elsewhere.
 *
 * Sources: host bridge contract, version 1 (`SiteTokenClaims`); RFC 7519; RFC 8725 (best practices); decision 0105.
 */
import { DEFAULT_ROLE, ROLE_OF_HOST_ROLE, ROLES, type Role, roleHas } from "../../people/access/capabilities.ts";

/** Maximum lifetime of a token, from issue to expiry. */
const SITE_TOKEN_MAX_LIFE_S = 900;
/** Maximum lifetime of an event. */
export const HOST_EVENT_MAX_LIFE_S = 120;
/** Maximum lead of the host's clock over this server's. */
const CLOCK_SKEW_S = 60;
/** Length of a compact token; longer ones are rejected unread. */
export const SITE_TOKEN_MAX_CHARACTERS = 4_096;
const ID_MAX_CHARACTERS = 200;
const POST_ID = /^[1-9]\d{0,14}$/;

export const SITE_TOKEN_TYPE = "JWT";
export const HOST_EVENT_TYPE = "sz-event+jwt";

export type SiteTokenProblem =
  | "malformed"
  | "noHost"
  | "unknownKey"
  | "signature"
  | "issuer"
  | "audience"
  | "site"
  | "expired"
  | "notYet"
  | "tooLong"
  | "ended"
  | "outdated"
  | "replayed"
  | "closed";

export interface SiteTokenClaims {
  readonly sub: string;
  /** Hash of the host's own session. */
  readonly sid: string;
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly name: string;
  /** Empty: not given. */
  readonly email: string;
  readonly role: Role;
  /** Issued by the host for a single call. */
  readonly isForOneCall: boolean;
}

interface HostEventClaims {
  readonly jti: string;
  readonly iat: number;
  readonly events: Readonly<Record<string, { readonly sub: string; readonly sid: string }>>;
  /** Posts that were published, changed or removed. */
  readonly posts: readonly HostPost[];
}

interface HostPost {
  readonly postId: number;
  /** Path of the content that it shows, from its first slash; empty: none any more. */
  readonly path: string;
}

/** Required issuer and audience of a token. */
export interface ExpectedHost {
  /** Home URL of the host, with or without a trailing slash. */
  readonly issuer: string;
  readonly audience: string;
  readonly siteId: number;
}

export type Claims = Readonly<Record<string, unknown>>;

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");
const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= ID_MAX_CHARACTERS;
const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Checks the claims common to all kinds of token. @param nowS seconds since the epoch. @returns null: valid. */
export function problemOf(
  claims: Claims,
  expected: ExpectedHost,
  { nowS, maxLifeS }: { nowS: number; maxLifeS: number },
): SiteTokenProblem | null {
  const { iss, aud, site, iat, nbf, exp, jti } = claims;
  if (!isTime(iat) || !isTime(exp) || !isId(jti) || (nbf !== undefined && !isTime(nbf))) return "malformed";
  if (typeof iss !== "string" || withoutSlash(iss) !== withoutSlash(expected.issuer)) return "issuer";
  if (aud !== expected.audience) return "audience";
  if (site !== String(expected.siteId)) return "site";
  if (exp - iat > maxLifeS || exp <= iat) return "tooLong";
  if (exp <= nowS) return "expired";
  if (iat > nowS + CLOCK_SKEW_S || (nbf !== undefined && nbf > nowS + CLOCK_SKEW_S)) return "notYet";
  return null;
}

/**
 * The role with the most rights among those of a token.
 *
 * @param mayAdminister whether the host can assign a role that manages people; otherwise the next lower one is used.
 */
export function roleOfHostRoles(roles: unknown, mayAdminister: boolean): Role {
  const given = Array.isArray(roles) ? roles.map(roleNamed) : [];
  const highest = ROLES.findIndex((role) => given.includes(role));
  if (highest < 0) return DEFAULT_ROLE;
  return ROLES.slice(highest).find((role) => mayAdminister || !roleHas(role, "managePeople")) ?? DEFAULT_ROLE;
}

const roleNamed = (name: unknown): Role | undefined =>
  typeof name === "string" && Object.hasOwn(ROLE_OF_HOST_ROLE, name) ? ROLE_OF_HOST_ROLE[name] : undefined;

/** @param claims of a token with a valid signature. @param nowS seconds since the epoch. */
export function readSiteTokenClaims(
  claims: Claims,
  expected: ExpectedHost & { readonly mayAdminister: boolean },
  nowS: number,
): SiteTokenClaims | SiteTokenProblem {
  const problem = problemOf(claims, expected, { nowS, maxLifeS: SITE_TOKEN_MAX_LIFE_S });
  if (problem) return problem;
  const { sub, sid, jti, iat, name, email, roles, via } = claims;
  if (!isId(sub) || !isId(sid)) return "malformed";
  return {
    ...{ sub, sid, jti: jti as string, iat: iat as number },
    name: textOf(name),
    email: textOf(email),
    role: roleOfHostRoles(roles, expected.mayAdminister),
    isForOneCall: via === "proxy",
  };
}

/** @param claims of an event with a valid signature. @param nowS seconds since the epoch. */
export function readHostEventClaims(
  claims: Claims,
  expected: ExpectedHost,
  nowS: number,
): HostEventClaims | SiteTokenProblem {
  const problem = problemOf(claims, expected, { nowS, maxLifeS: HOST_EVENT_MAX_LIFE_S });
  if (problem) return problem;
  const { events, jti, iat } = claims;
  if (typeof events !== "object" || events === null) return "malformed";
  const read = Object.entries(events).map(([name, event]) => {
    const { sub, sid } = (event ?? {}) as Claims;
    return [name, { sub: textOf(sub), sid: textOf(sid) }] as const;
  });
  const posts = readPosts((events as Claims)["posts.changed"]);
  if (!posts) return "malformed";
  return { jti: jti as string, iat: iat as number, events: Object.fromEntries(read), posts };
}

/** @returns null if the value is invalid. */
function readPosts(sent: unknown): readonly HostPost[] | null {
  if (sent === undefined) return [];
  if (!Array.isArray(sent)) return null;
  const posts = sent.map((post): HostPost | null => {
    const { id, path } = (post ?? {}) as Claims;
    return typeof id === "string" && POST_ID.test(id) && typeof path === "string" ? { postId: Number(id), path } : null;
  });
  return posts.every((post) => post !== null) ? posts : null;
}
