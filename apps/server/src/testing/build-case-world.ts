import { buildCourse, buildFolder } from "./build-content.ts";
import { buildSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser } from "./build-user.ts";
import type { SharedTestServer } from "./test-server.ts";

/** A course with a folder of three slides, 700 x 500 px each. */
export async function buildCaseWorld(server: SharedTestServer) {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Nephrology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Week 1" });
  const [he, pas, silver] = [
    await buildSlide(site, { title: "HE", parentId: folderId }),
    await buildSlide(site, { title: "PAS", parentId: folderId, pixelSizeUm: { x: 0.25, y: 0.25 } }),
    await buildSlide(site, { title: "Silver", parentId: folderId }),
  ];
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  return { site, courseId, folderId, he, pas, silver, teacher, learner };
}
