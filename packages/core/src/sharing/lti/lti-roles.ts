/**
 * Mapping of a learning platform's roles to Parfocal's. A launch never creates an administrator (threats T-10, T-18).
 *
 * Source: LTI Core 1.3, appendix A.2 (role vocabularies): `…/membership#Instructor`,
 * `…/membership/Instructor#TeachingAssistant`, `…/institution/person#Administrator`, and the simple names of context
 * roles.
 */
import {
  DEFAULT_ROLE,
  ROLE_OF_LTI_ROLE,
  ROLES,
  ROLES_OF_LAUNCHES,
  type Role,
} from "../../people/access/capabilities.ts";

/** Roles that can be mapped; a person with other roles only gets the default role. */
export const LTI_ROLES = [
  "Instructor",
  "TeachingAssistant",
  "ContentDeveloper",
  "Administrator",
  "Mentor",
  "Learner",
] as const;
type LtiRole = (typeof LTI_ROLES)[number];

/** In descending order of rights. */
export const GRANTED_ROLES = ROLES_OF_LAUNCHES;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

export type LtiRoleMap = Readonly<Record<LtiRole, GrantedRole>>;

export const DEFAULT_LTI_ROLE_MAP: LtiRoleMap = ROLE_OF_LTI_ROLE;

const ROLE = /^(?:.*\/(\w+))?#(\w+)$/;
/** Roles read from a claim; further ones are ignored. */
const NAMED_MAX = 100;

const isLtiRole = (name: string): name is LtiRole => (LTI_ROLES as readonly string[]).includes(name);

/** @param named values of the claim `roles`. @returns the mapped role with the most rights. */
export function roleOfLaunch(named: readonly string[], map: LtiRoleMap): GrantedRole {
  const parts = named.slice(0, NAMED_MAX).map((text) => ROLE.exec(text) ?? ["", "", text]);
  // A sub-role is sent together with its principal role (A.2.3.2) and is more specific: an assistant is also sent as an
  // instructor.
  const replaced = new Set(parts.flatMap(([, parent = "", name = ""]) => (isLtiRole(name) ? [parent] : [])));
  const roles = new Set(
    parts.flatMap(([, , name = ""]) => (isLtiRole(name) && !replaced.has(name) ? [map[name]] : [])),
  );
  return GRANTED_ROLES.find((role) => roles.has(role)) ?? (DEFAULT_ROLE as GrantedRole);
}

/** Whether a role has more rights than another. */
export const isHigherRole = (role: Role, than: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(than);
