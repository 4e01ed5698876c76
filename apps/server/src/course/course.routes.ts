import { type Course, createCourse, getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { insertItem } from "#item/item.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { findCovers } from "#structure/cover-images.ts";
import { listCards } from "#structure/present-cards.ts";
import { appendCourse, type CourseRow, listCourseRows } from "./course.queries.ts";

const presentCourse = (row: CourseRow, thumbnail: string | null) => ({ ...row, thumbnail, isVirtual: false });

async function loadCourse(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<Course> {
  const includesInactive = caller.can("manageContent");
  const [row] = await listCourseRows(db, siteId, { includesInactive, id });
  if (!row) throw new AppError("notFound", "There is no such course, or it is not for you.");
  const cards = await listCards(db, siteId, id, { includesInactive });
  const covers = await findCovers(db, siteId, [id], { includesInactive });
  return {
    ...presentCourse(row, covers.get(id) ?? null),
    folders: cards.filter((card) => card.type === "folder"),
    items: cards.filter((card) => card.type !== "folder"),
    userCanEdit: caller.can("manageContent"),
  };
}

export const courseRoutes = [
  route(listCourses, async ({ db, siteId, caller }) => {
    const includesInactive = caller.can("manageContent");
    const rows = await listCourseRows(db, siteId, { includesInactive });
    const covers = await findCovers(
      db,
      siteId,
      rows.map((row) => row.id),
      { includesInactive },
    );
    return rows.map((row) => presentCourse(row, covers.get(row.id) ?? null));
  }),

  route(getCourse, ({ db, siteId, caller }, { params }) => loadCourse(db, siteId, caller, params.id)),

  route(createCourse, async ({ db, siteId, caller }, { body }) => {
    const item = await insertItem(db, siteId, {
      kind: "course",
      title: body.title,
      description: body.description,
      createdBy: caller.signedIn().id,
    });
    await appendCourse(db, siteId, item.id);
    return loadCourse(db, siteId, caller, item.id);
  }),
];
