/**
 * What a token says that a host site (WordPress, another content-management site) has signed for one of its people, and when
 * it is to be believed. The signature is checked elsewhere.
 *
 * Sources: host bridge contract, version 1 (`SiteTokenClaims`); RFC 7519; RFC 8725 (best practices); decision 0105.
 */
import { DEFAULT_ROLE, ROLE_OF_HOST_ROLE, ROLES, type Role, roleHas } from "../../people/access/capabilities.ts";

/** Of a token that is accepted at all, from issue to expiry. */
export const SITE_TOKEN_MAX_LIFE_S = 900;
/** Of a message from server to server. */
export const HOST_EVENT_MAX_LIFE_S = 120;
/** How far the clock of a host may be ahead of ours. */
export const CLOCK_SKEW_S = 60;
/** A compact token; longer ones are not looked at. */
export const SITE_TOKEN_MAX_CHARACTERS = 4_096;
const ID_MAX_CHARACTERS = 200;

export const SITE_TOKEN_TYPE = "JWT";
export const HOST_EVENT_TYPE = "sz-event+jwt";

export type SiteTokenFault =
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
  /** s since the epoch. */
  readonly iat: number;
  readonly name: string;
  /** Empty: not told. */
  readonly email: string;
  readonly role: Role;
  /** Made by the host for a single call. */
  readonly isForOneCall: boolean;
}

export interface HostEventClaims {
  readonly jti: string;
  readonly iat: number;
  readonly events: Readonly<Record<string, { readonly sub: string; readonly sid: string }>>;
}

/** Whom a token must be from and for. */
export interface ExpectedHost {
  /** Home URL of the host, with or without a slash at its end. */
  readonly issuer: string;
  readonly audience: string;
  readonly siteId: number;
}

type Claims = Readonly<Record<string, unknown>>;

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");
const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= ID_MAX_CHARACTERS;
const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Of what both kinds of token say. @param nowS s since the epoch. @returns null: to be believed. */
function faultOf(
  claims: Claims,
  expected: ExpectedHost,
  { nowS, maxLifeS }: { nowS: number; maxLifeS: number },
): SiteTokenFault | null {
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
 * The role with the most rights of those that a token names.
 *
 * @param mayAdminister whether the host can give one that manages people; it gives the next one otherwise.
 */
export function roleOfHostRoles(roles: unknown, mayAdminister: boolean): Role {
  const given = Array.isArray(roles) ? roles.map(roleNamed) : [];
  const highest = ROLES.findIndex((role) => given.includes(role));
  if (highest < 0) return DEFAULT_ROLE;
  return ROLES.slice(highest).find((role) => mayAdminister || !roleHas(role, "managePeople")) ?? DEFAULT_ROLE;
}

const roleNamed = (name: unknown): Role | undefined =>
  typeof name === "string" && Object.hasOwn(ROLE_OF_HOST_ROLE, name) ? ROLE_OF_HOST_ROLE[name] : undefined;

/** @param claims of a token whose signature is right. @param nowS s since the epoch. */
export function readSiteTokenClaims(
  claims: Claims,
  expected: ExpectedHost & { readonly mayAdminister: boolean },
  nowS: number,
): SiteTokenClaims | SiteTokenFault {
  const fault = faultOf(claims, expected, { nowS, maxLifeS: SITE_TOKEN_MAX_LIFE_S });
  if (fault) return fault;
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

/** @param claims of an event whose signature is right. @param nowS s since the epoch. */
export function readHostEventClaims(
  claims: Claims,
  expected: ExpectedHost,
  nowS: number,
): HostEventClaims | SiteTokenFault {
  const fault = faultOf(claims, expected, { nowS, maxLifeS: HOST_EVENT_MAX_LIFE_S });
  if (fault) return fault;
  const { events, jti, iat } = claims;
  if (typeof events !== "object" || events === null) return "malformed";
  const read = Object.entries(events).map(([name, event]) => {
    const { sub, sid } = (event ?? {}) as Claims;
    return [name, { sub: textOf(sub), sid: textOf(sid) }] as const;
  });
  return { jti: jti as string, iat: iat as number, events: Object.fromEntries(read) };
}
