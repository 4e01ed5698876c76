/** As whom content is read: what decides, in every query, what is there and what is not. */
import { type Role, roleHas } from "@parfocal/core/access/capabilities.ts";
import type { Caller } from "#platform/access/caller.ts";

export interface Eyes {
  /** Inactive items and hidden courses too. */
  readonly includesInactive: boolean;
  /** Whether user groups close nothing: for those who manage content. */
  readonly seesAllGroups: boolean;
  /** Whose user groups count; null: a guest, who is in none. */
  readonly userId: number | null;
  /** For courses that only some roles see; null: a guest. */
  readonly role: Role | null;
}

export function eyesOf(caller: Caller): Eyes {
  return eyesOfUser(caller.user);
}

/** @param user null: a guest. */
export function eyesOfUser(user: { readonly id: number; readonly role: Role } | null): Eyes {
  const isManager = user !== null && roleHas(user.role, "manageContent");
  return { includesInactive: isManager, seesAllGroups: isManager, userId: user?.id ?? null, role: user?.role ?? null };
}

/** For actions of the server itself. */
export const ALL_SEEING: Eyes = { includesInactive: true, seesAllGroups: true, userId: null, role: null };
