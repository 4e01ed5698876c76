/**
 * Settings of the institution's sign-in page (OpenID Connect), from the environment. docs/configuration.md lists them.
 */

import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import { isThisMachine } from "../this-machine.ts";

export interface SingleSignOnSettings {
  /** The site whose users sign in with it. */
  readonly siteId: number;
  /** Label of the sign-in button. */
  readonly name: string;
  /** Base URL of the provider; its configuration is found below it. */
  readonly issuer: URL;
  readonly clientId: string;
  /** null: a public client. */
  readonly clientSecret: string | null;
  readonly scope: string;
  /** Claim whose values decide the role of a new account. */
  readonly roleClaim: string;
  readonly roles: ReadonlyMap<string, Role>;
  /** Claim whose values assign user groups. */
  readonly groupClaim: string;
  /** Maps the claim's value to the title of the user group. */
  readonly groups: ReadonlyMap<string, string>;
}

const DEFAULT_SCOPE = "openid email profile";
const DEFAULT_CLAIM = "groups";

/** @returns null if no provider is set. @throws Error with a user-facing message if a setting is invalid. */
export function readSingleSignOn(environment: NodeJS.ProcessEnv): SingleSignOnSettings | null {
  const address = environment.PARFOCAL_OIDC_ISSUER;
  if (!address) return null;
  const issuer = readIssuer(address);
  const clientId = environment.PARFOCAL_OIDC_CLIENT_ID;
  if (!clientId) throw new Error("PARFOCAL_OIDC_CLIENT_ID is missing: the provider knows this server by it.");
  return {
    siteId: readSiteId(environment.PARFOCAL_OIDC_SITE || "1"),
    name: environment.PARFOCAL_OIDC_NAME || issuer.hostname,
    issuer,
    clientId,
    clientSecret: environment.PARFOCAL_OIDC_CLIENT_SECRET || null,
    scope: environment.PARFOCAL_OIDC_SCOPE || DEFAULT_SCOPE,
    roleClaim: environment.PARFOCAL_OIDC_ROLE_CLAIM || DEFAULT_CLAIM,
    roles: readRoles(environment.PARFOCAL_OIDC_ROLES || ""),
    groupClaim: environment.PARFOCAL_OIDC_GROUP_CLAIM || DEFAULT_CLAIM,
    groups: readTable("PARFOCAL_OIDC_GROUPS", environment.PARFOCAL_OIDC_GROUPS || ""),
  };
}

/** Tokens are sent to this URL: only a provider on this machine may be used without TLS. */
function readIssuer(text: string): URL {
  const issuer = URL.canParse(text) ? new URL(text) : null;
  const isSafe = issuer?.protocol === "https:" || (issuer?.protocol === "http:" && isThisMachine(issuer.hostname));
  if (!issuer || !isSafe) throw new Error(`PARFOCAL_OIDC_ISSUER is "${text}": it must be an address with https.`);
  return issuer;
}

function readSiteId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`PARFOCAL_OIDC_SITE is "${text}": it must be the number of a site.`);
  return Number(text);
}

function readRoles(text: string): ReadonlyMap<string, Role> {
  const table = readTable("PARFOCAL_OIDC_ROLES", text);
  const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);
  const roles = new Map<string, Role>();
  for (const [value, role] of table) {
    if (!isRole(role)) throw new Error(`PARFOCAL_OIDC_ROLES names "${role}": a role is one of ${ROLES.join(", ")}.`);
    roles.set(value, role);
  }
  return roles;
}

/**
 * `staff=teacher;students=learner`: semicolons and the last `=` separate, since a value may be a distinguished name.
 */
function readTable(name: string, text: string): ReadonlyMap<string, string> {
  const rows = text.split(";").map((row) => row.trim());
  return new Map(
    rows
      .filter((row) => row !== "")
      .map((row) => {
        const at = row.lastIndexOf("=");
        const [from, to] = [row.slice(0, at).trim(), row.slice(at + 1).trim()];
        if (at < 1 || from === "" || to === "")
          throw new Error(`${name} contains "${row}": it must be a list such as staff=teacher;students=learner.`);
        return [from, to] as const;
      }),
  );
}
