/**
 * The demo site: a small histology course whose slides are generated in the background by the built-in tissue
 * generator, the small ones first.
 */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { appendCourse } from "#course/course.queries.ts";
import { insertImage, insertSlideFile } from "#image/image.queries.ts";
import { DRAW_DEMO_SLIDE } from "#image-card/slide-jobs.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { hashPassword } from "#platform/access/password.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { insertUser } from "#user/user.queries.ts";
import { addDemoCase } from "./add-demo-case.ts";
import { addDemoDetails } from "./add-demo-details.ts";
import { addDemoReading } from "./add-demo-reading.ts";
import { DEMO_COURSES, type DemoFolder } from "./demo-content.ts";
import { DEMO_TAGS, READING_FOLDER } from "./demo-reading.ts";
import { filenameOfScene } from "./draw-demo-slide.ts";
import { tissueScenes } from "./tissue/tissue-scene.ts";

export interface LogIn {
  readonly login: string;
  readonly role: Role;
}

const DEMO_USERS: readonly (LogIn & { readonly displayName: string })[] = [
  { login: "admin@demo.test", role: "administrator", displayName: "Ada Admin" },
  { login: "teacher@demo.test", role: "teacher", displayName: "Theo Teacher" },
  { login: "expert@demo.test", role: "expert", displayName: "Eva Expert" },
  { login: "learner@demo.test", role: "learner", displayName: "Leo Learner" },
];

export const DEMO_LOG_INS: readonly LogIn[] = DEMO_USERS.map(({ login, role }) => ({ login, role }));

interface DemoSlide {
  /** Key of its scene. */
  readonly key: string;
  readonly imageId: number;
  readonly slideFileId: number;
  readonly pixels: number;
}

/** Fills an empty site, in the caller's transaction; wake the jobs after the commit. */
export async function fillDemoSite(db: SiteDb, platform: Platform, siteId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const userIds = new Map<Role, number>();
  for (const { login, role, displayName } of DEMO_USERS) {
    userIds.set(role, await insertUser(db, siteId, { email: login, displayName, role, passwordHash }));
  }
  const [createdBy, learnerId] = [userIds.get("teacher"), userIds.get("learner")];
  if (createdBy === undefined || learnerId === undefined) throw new Error("the demo has no teacher or no learner");
  const slides: DemoSlide[] = [];
  let reading: { courseId: number; folderId: number } | null = null;
  for (const course of DEMO_COURSES) {
    const item = await insertItem(db, siteId, {
      kind: "course",
      title: course.title,
      description: course.description,
      tags: DEMO_TAGS.course,
      createdBy,
    });
    await appendCourse(db, siteId, item.id);
    for (const folder of course.folders) {
      const filled = await fillFolder(db, siteId, item.id, folder, createdBy);
      slides.push(...filled.slides);
      if (folder.title === READING_FOLDER) reading = { courseId: item.id, folderId: filled.folderId };
    }
  }
  const imageIds = new Map(slides.map(({ key, imageId }) => [key, imageId]));
  if (reading) await addDemoReading(db, platform, { siteId, createdBy, learnerId, imageIds, ...reading });
  await addDemoDetails(db, platform, siteId, { imageIds, createdBy });
  // The smallest first, so that a slide is viewable within seconds.
  for (const { slideFileId } of slides.toSorted((one, other) => one.pixels - other.pixels)) {
    await platform.jobs.add(db, siteId, { kind: DRAW_DEMO_SLIDE, subjectId: slideFileId });
  }
}

async function fillFolder(db: SiteDb, siteId: number, parentId: number, folder: DemoFolder, createdBy: number | null) {
  const item = await insertItem(db, siteId, {
    kind: "folder",
    title: folder.title,
    description: folder.description,
    tags: folder.title === READING_FOLDER ? DEMO_TAGS.folder : [],
    createdBy,
  });
  await appendPlacement(db, siteId, { parentId, itemId: item.id });
  const slides: DemoSlide[] = [];
  const imageIds = new Map<string, number>();
  for (const key of folder.scenes) {
    const scene = tissueScenes().find((candidate) => candidate.key === key);
    if (!scene) throw new Error(`there is no scene ${key}`);
    const slideFileId = await insertSlideFile(db, siteId, {
      sha256: "",
      bytes: 0,
      originalFilename: filenameOfScene(key),
    });
    const image = await insertItem(db, siteId, { kind: "image", title: scene.title, subtitle: scene.stain, createdBy });
    await insertImage(db, siteId, { itemId: image.id, slideFileId });
    await appendPlacement(db, siteId, { parentId: item.id, itemId: image.id });
    slides.push({ key, imageId: image.id, slideFileId, pixels: scene.width * scene.height });
    imageIds.set(key, image.id);
  }
  for (const demoCase of folder.cases ?? []) {
    await addDemoCase(db, { siteId, createdBy, parentId: item.id, imageIds }, demoCase);
  }
  return { folderId: item.id, slides };
}
