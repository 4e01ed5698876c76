/**
 * Who sees what once user groups are assigned.
 *
 * Source: spec decisions, "Access": the nearest ancestor with any assignment decides; only members of its groups see what
 * lies there, within the group's dates, and only kinds that the group is not denied. Denied kinds are those below the
 * place of the assignment: what is assigned itself is what its members get. A kind that is denied closes the way to what
 * lies in it. The server's queries say the same in SQL (server/item/open-groups.ts); a test there compares the two.
 */
import type { ItemKind } from "../../content/item/item-kinds.ts";

export interface AssignedGroup {
  readonly groupId: number;
  /** Whether whoever asks is one of its members. */
  readonly isMember: boolean;
  /** First and last instant, ms since the epoch; null: from ever, for good. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly deniedKinds: readonly ItemKind[];
}

/** Groups by which someone sees a place; null: everybody sees it; none: they do not see it. */
export type OpenGroups = readonly AssignedGroup[] | null;

export interface AccessStep {
  readonly kind: ItemKind;
  /** What is assigned at this very place; null: nothing. */
  readonly assigned: readonly AssignedGroup[] | null;
}

/** Both instants are within. @param now ms since the epoch. */
export function isWithinDates({ startsAt, endsAt }: Pick<AssignedGroup, "startsAt" | "endsAt">, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now <= endsAt);
}

/** @param above of the place in which this one lies; null for a course. */
export function openGroupsAt({ kind, assigned }: AccessStep, above: OpenGroups, now: number): OpenGroups {
  if (assigned !== null) return assigned.filter((group) => group.isMember && isWithinDates(group, now));
  return above === null ? null : above.filter(({ deniedKinds }) => !deniedKinds.includes(kind));
}

export const isOpen = (groups: OpenGroups): boolean => groups === null || groups.length > 0;

/** For each step of a way, from the course down, by which groups it is seen. @param now ms since the epoch. */
export function openGroupsAlong(way: readonly AccessStep[], now: number): OpenGroups[] {
  const along: OpenGroups[] = [];
  for (const step of way) along.push(openGroupsAt(step, along.at(-1) ?? null, now));
  return along;
}

/**
 * How much of a way is for whoever asks: from which step on everything is seen.
 *
 * @returns the index of that step; null: the last step, the thing itself, is not seen.
 */
export function seenFrom(along: readonly OpenGroups[]): number | null {
  const closed = along.findLastIndex((groups) => !isOpen(groups));
  return closed === along.length - 1 ? null : closed + 1;
}
