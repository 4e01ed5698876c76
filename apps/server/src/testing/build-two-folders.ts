import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { buildCourse, buildFolder, buildItem } from "./build-content.ts";
import { buildSite } from "./build-site.ts";
import { buildUser } from "./build-user.ts";
import { childrenOf } from "./read-content.ts";
import type { SharedTestServer } from "./test-server.ts";

/** A course with the folders Kidney and Liver, on a separate site, and a teacher who can change them. */
export async function buildTwoFolders(server: SharedTestServer) {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site, { title: "Histology" });
  const kidney = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const liver = await buildFolder(site, { parentId: courseId, title: "Liver" });
  const item = (parentId: number, title = "Slide", kind: ItemKind = "image") =>
    buildItem(site, { kind, parentId, title });
  const childrenIn = (parentId: number | null) => childrenOf(as, site, parentId);
  return { site, as, courseId, kidney, liver, item, childrenIn };
}
