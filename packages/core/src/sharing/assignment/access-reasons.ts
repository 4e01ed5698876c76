/**
 * Explains why user groups give or deny a person access to a place: the access rule (`access-rule.ts`) with its steps
 * named.
 */
import { type AccessStep, type AssignedGroup, isOpen, isWithinDates, openGroupsAlong } from "./access-rule.ts";

export const GROUP_TIMES = ["now", "later", "over"] as const;
type GroupTime = (typeof GROUP_TIMES)[number];

interface GroupReason {
  readonly groupId: number;
  readonly isMember: boolean;
  readonly time: GroupTime;
  /** Index of the first step below whose kind the group is denied; null: none. */
  readonly deniedAt: number | null;
  /** Whether this group alone gives access to the last step. */
  readonly isOpen: boolean;
}

interface WayReasons {
  /** Index of the nearest step with an assignment, whose groups decide; null: none, so it is visible to everyone. */
  readonly decidedAt: number | null;
  readonly groups: readonly GroupReason[];
  readonly isOpen: boolean;
}

function timeOf(group: AssignedGroup, now: number): GroupTime {
  if (isWithinDates(group, now)) return "now";
  return group.startsAt !== null && now < group.startsAt ? "later" : "over";
}

/** @param way path from the course down to the item. @param now ms since the epoch. */
export function explainWay(way: readonly AccessStep[], now: number): WayReasons {
  const open = openGroupsAlong(way, now).at(-1) ?? null;
  const decidedAt = way.findLastIndex(({ assigned }) => assigned !== null);
  if (decidedAt < 0) return { decidedAt: null, groups: [], isOpen: isOpen(open) };
  const groups = (way[decidedAt]?.assigned ?? []).map((group): GroupReason => {
    const denied = way.findIndex(({ kind }, index) => index > decidedAt && group.deniedKinds.includes(kind));
    return {
      groupId: group.groupId,
      isMember: group.isMember,
      time: timeOf(group, now),
      deniedAt: denied < 0 ? null : denied,
      isOpen: open?.some(({ groupId }) => groupId === group.groupId) ?? false,
    };
  });
  return { decidedAt, groups, isOpen: isOpen(open) };
}
