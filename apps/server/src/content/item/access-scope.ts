/** Access scope of a person: a required parameter of every query that lists or finds content. */
import { type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import type { Caller } from "#platform/access/caller.ts";

export interface AccessScope {
  /** Inactive items and hidden courses too. */
  readonly includesInactive: boolean;
  /** Whether user-group restrictions are ignored: true for content managers. */
  readonly seesAllGroups: boolean;
  /** User whose groups apply; null: a guest, who has none. */
  readonly userId: number | null;
  /** For courses that only some roles see; null: a guest. */
  readonly role: Role | null;
}

export function accessScopeOf(caller: Caller): AccessScope {
  return accessScopeOfUser(caller.user);
}

/** @param user null: a guest. */
export function accessScopeOfUser(
  user: { readonly id: number; readonly role: Role; readonly grants?: SiteGrants } | null,
): AccessScope {
  const isManager = user !== null && roleHas(user.role, "manageContent", user.grants);
  return { includesInactive: isManager, seesAllGroups: isManager, userId: user?.id ?? null, role: user?.role ?? null };
}

/** For actions of the server itself. */
export const ALL_SEEING: AccessScope = { includesInactive: true, seesAllGroups: true, userId: null, role: null };
