import type { Database } from "#platform/db/database.ts";

/** As the owner: sites are not rows of a site. @param id null: the next one. */
export async function insertSite(
  owner: Database,
  { id, title, origins = [] }: { id: number | null; title: string; origins?: string[] },
): Promise<number> {
  const row = await owner
    .insertInto("site")
    .values({ ...(id === null ? {} : { id }), title, origins })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function countSites(owner: Database): Promise<number> {
  const { count } = await owner
    .selectFrom("site")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
