/**
 * Who may do what in a work group.
 *
 * Source: spec part 2, section 6 ("ordinary users … create and join work groups"); decisions, "Roles" ("`workgroup` one
 * group's, members only"); reliability.md, actor A13 (a member after being kicked).
 */

export interface WorkGroupFacts {
  /** Who made it; always a member. */
  readonly ownerId: number;
  readonly memberIds: readonly number[];
}

/** Others are told that there is no such group. */
export function canSeeWorkGroup(userId: number, { memberIds }: WorkGroupFacts): boolean {
  return memberIds.includes(userId);
}

/** Rename it, add people, delete it, bring it back. */
export function canManageWorkGroup(userId: number, { ownerId }: WorkGroupFacts): boolean {
  return ownerId === userId;
}

/** Whoever made it takes others out; others take out themselves, that is, they leave. The one who made it stays. */
export function canTakeOut(userId: number, takenOutId: number, { ownerId }: WorkGroupFacts): boolean {
  if (takenOutId === ownerId) return false;
  return userId === ownerId || userId === takenOutId;
}
