/**
 * Access rules of work groups.
 *
 * Source: spec part 2, section 6 ("Admin manager: … manage work groups"; "ordinary users … create and join work
 * groups"); decisions, "Roles" ("`workgroup` one group's, members only"); reliability.md, actor A13 (a member after
 * being kicked).
 */

interface WorkGroupFacts {
  /** The creator; always a member. */
  readonly ownerId: number;
  readonly memberIds: readonly number[];
}

export interface WorkGroupAsker {
  readonly id: number;
  /**
   * Whether they manage the people of the site, and so every work group; the group's annotations and notes remain
   * private to its members.
   */
  readonly managesAll: boolean;
}

/** For everyone else the group does not exist. */
export function canSeeWorkGroup({ id, managesAll }: WorkGroupAsker, { memberIds }: WorkGroupFacts): boolean {
  return managesAll || memberIds.includes(id);
}

/** Rename it, add people, delete and restore it. */
export function canManageWorkGroup({ id, managesAll }: WorkGroupAsker, { ownerId }: WorkGroupFacts): boolean {
  return managesAll || ownerId === id;
}

/** The owner removes others; members remove themselves, i.e. leave. The owner cannot be removed. */
export function canTakeOut(asker: WorkGroupAsker, takenOutId: number, facts: WorkGroupFacts): boolean {
  if (takenOutId === facts.ownerId) return false;
  return canManageWorkGroup(asker, facts) || asker.id === takenOutId;
}
