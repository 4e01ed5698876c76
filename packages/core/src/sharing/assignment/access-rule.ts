/**
 * Access by assigned user groups.
 *
 * Source: spec decisions, "Access": the nearest ancestor with an assignment decides; only members of its groups have
 * access to its contents, within the group's dates, and only to kinds that the group is not denied. Denied kinds apply
 * below the assigned item; the assigned item itself is always accessible to members. An item of a denied kind also
 * hides its contents. The server implements the same rule in SQL (server/item/open-groups.ts); a test there compares
 * the two.
 */
import type { ItemKind } from "../../content/item/item-kinds.ts";

export interface AssignedGroup {
  readonly groupId: number;
  /** Whether the person is a member. */
  readonly isMember: boolean;
  /** First and last instant, ms since the epoch; null: unlimited. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly deniedKinds: readonly ItemKind[];
}

/** Groups that give a person access; null: accessible to everyone; empty: no access. */
type OpenGroups = readonly AssignedGroup[] | null;

export interface AccessStep {
  readonly kind: ItemKind;
  /** Groups assigned to this very item; null: none. */
  readonly assigned: readonly AssignedGroup[] | null;
}

/** Includes both instants. @param now ms since the epoch. */
export function isWithinDates({ startsAt, endsAt }: Pick<AssignedGroup, "startsAt" | "endsAt">, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now <= endsAt);
}

/** @param above groups of the parent; null for a course. */
function openGroupsAt({ kind, assigned }: AccessStep, above: OpenGroups, now: number): OpenGroups {
  if (assigned !== null) return assigned.filter((group) => group.isMember && isWithinDates(group, now));
  return above === null ? null : above.filter(({ deniedKinds }) => !deniedKinds.includes(kind));
}

export const isOpen = (groups: OpenGroups): boolean => groups === null || groups.length > 0;

/** The groups that give access, for each step of a path from the course down. @param now ms since the epoch. */
export function openGroupsAlong(way: readonly AccessStep[], now: number): OpenGroups[] {
  const along: OpenGroups[] = [];
  for (const step of way) along.push(openGroupsAt(step, along.at(-1) ?? null, now));
  return along;
}

/**
 * Finds the first step of a path from which on everything is accessible.
 *
 * @returns its index; null if the last step, the item itself, is not accessible.
 */
export function seenFrom(along: readonly OpenGroups[]): number | null {
  const closed = along.findLastIndex((groups) => !isOpen(groups));
  return closed === along.length - 1 ? null : closed + 1;
}
