import { insertSite } from "#site/site.queries.ts";
import type { SharedTestServer } from "./test-server.ts";

export interface TestSite {
  readonly id: number;
  readonly server: SharedTestServer;
}

/** A separate site: no other test sees the changes of this one. */
export async function buildSite(
  server: SharedTestServer,
  { isContentPublic = false, origins = [] }: { isContentPublic?: boolean; origins?: string[] } = {},
): Promise<TestSite> {
  const id = await insertSite(server.owner, { id: null, title: "Test site", origins });
  if (isContentPublic)
    await server.owner.updateTable("site").set({ is_content_public: true }).where("id", "=", id).execute();
  return { id, server };
}
