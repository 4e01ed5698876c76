/**
 * Who may do what in a work group.
 *
 * Source: spec part 2, section 6 ("Admin manager: … manage work groups"; "ordinary users … create and join work groups");
 * decisions, "Roles" ("`workgroup` one group's, members only"); reliability.md, actor A13 (a member after being kicked).
 */

export interface WorkGroupFacts {
  /** Who made it; always a member. */
  readonly ownerId: number;
  readonly memberIds: readonly number[];
}

export interface WorkGroupAsker {
  readonly id: number;
  /** Whether they manage the people of the site, and so every work group; what is written in a group stays its members'. */
  readonly managesAll: boolean;
}

/** For others there is no such group. */
export function canSeeWorkGroup({ id, managesAll }: WorkGroupAsker, { memberIds }: WorkGroupFacts): boolean {
  return managesAll || memberIds.includes(id);
}

/** Rename it, add people, delete it, restore it. */
export function canManageWorkGroup({ id, managesAll }: WorkGroupAsker, { ownerId }: WorkGroupFacts): boolean {
  return managesAll || ownerId === id;
}

/** The owner removes others; others remove themselves, that is, they leave. The owner stays. */
export function canTakeOut(asker: WorkGroupAsker, takenOutId: number, facts: WorkGroupFacts): boolean {
  if (takenOutId === facts.ownerId) return false;
  return canManageWorkGroup(asker, facts) || asker.id === takenOutId;
}
