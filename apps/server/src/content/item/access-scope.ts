/** Access scope of a person: a required parameter of every query that lists or finds content. */
import { type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import type { Caller } from "#platform/access/caller.ts";

export interface AccessScope {
  /** Whether inactive items and hidden courses are included. */
  readonly includesInactive: boolean;
  /** Whether user-group restrictions are ignored: true for content managers. */
  readonly seesAllGroups: boolean;
  /** User whose views and own content count; null for a guest. */
  readonly userId: number | null;
  /** User whose groups apply; in a preview, the previewed person. Null: no groups. */
  readonly groupsOf: number | null;
  /** For courses restricted to some roles; null: a guest. */
  readonly role: Role | null;
}

export function accessScopeOf(caller: Caller): AccessScope {
  const accessScope = accessScopeOfUser(caller.user);
  return caller.preview === null ? accessScope : { ...accessScope, groupsOf: caller.preview.personId };
}

/** @param user null: a guest. */
export function accessScopeOfUser(
  user: { readonly id: number; readonly role: Role; readonly grants?: SiteGrants } | null,
): AccessScope {
  const isManager = user !== null && roleHas(user.role, "manageContent", user.grants);
  const userId = user?.id ?? null;
  return {
    ...{ includesInactive: isManager, seesAllGroups: isManager },
    ...{ userId, groupsOf: userId, role: user?.role ?? null },
  };
}

/** For actions of the server itself. */
export const ALL_SEEING: AccessScope = {
  ...{ includesInactive: true, seesAllGroups: true },
  ...{ userId: null, groupsOf: null, role: null },
};
