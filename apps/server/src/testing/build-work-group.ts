import { withSite } from "#platform/db/database.ts";
import { insertMember, insertWorkGroup, markWorkGroupDeleted } from "#work-group/work-group.queries.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

interface WorkGroupOptions {
  readonly owner: TestUser;
  /** Members besides the owner. */
  readonly members?: readonly TestUser[];
  readonly title?: string;
  readonly isDeleted?: boolean;
}

/** @returns its ID. */
export function buildWorkGroup(
  site: TestSite,
  { owner, members = [], title = "Kidney team", isDeleted = false }: WorkGroupOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const id = await insertWorkGroup(db, site.id, { title, ownerId: owner.id });
    for (const member of members) await insertMember(db, site.id, id, member.id);
    if (isDeleted) await markWorkGroupDeleted(db, site.id, id);
    return id;
  });
}
