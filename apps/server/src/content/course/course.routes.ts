import {
  type Course,
  createCourse,
  getCourse,
  listCourses,
  updateCourse,
} from "@parfocal/core/course/course.contract.ts";
import { idMismatch, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { findItem, insertItem } from "#item/item.queries.ts";
import { changeLook, loadLook } from "#item/item-appearance.ts";
import { changeItemTexts } from "#item/item-texts.queries.ts";
import { findOpenedSharesOf } from "#item/opened-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { type Cover, findCovers } from "#structure/cover-images.ts";
import { listCards, progressOf } from "#structure/present-cards.ts";
import { appendCourse, type CourseRow, listCourseRows } from "./course.queries.ts";
import { findCourseFacts, updateCourseFacts } from "./course-facts.queries.ts";
import { listVirtualCourseCards, loadVirtualCourse } from "./virtual-courses.ts";

const presentCourse = (
  row: CourseRow,
  covers: ReadonlyMap<number, Cover>,
  shares: ReadonlyMap<number, OpenedShare>,
) => ({
  ...row,
  ...progressOf(shares, row.id),
  thumbnail: covers.get(row.id)?.thumbnail ?? null,
  colour: covers.get(row.id)?.colour ?? null,
  isVirtual: false,
});

async function loadCourse(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<Course> {
  const accessScope = accessScopeOf(caller);
  const [row] = await listCourseRows(db, siteId, { ...accessScope, id });
  if (!row) return loadVirtualCourse(db, siteId, accessScope, id);
  const cards = await listCards(db, siteId, id, accessScope);
  const covers = await findCovers(db, siteId, [id], accessScope);
  const shares = await findOpenedSharesOf(db, siteId, [id], accessScope);
  const { tags, userRoles } = await findCourseFacts(db, siteId, id);
  const isManager = caller.can("manageContent");
  return {
    ...presentCourse(row, covers, shares),
    ...(await loadLook(db, siteId, id)),
    tags,
    userRoles: isManager ? userRoles : [],
    folders: cards.filter((card) => card.type === "folder"),
    items: cards.filter((card) => card.type !== "folder"),
    userCanEdit: isManager,
  };
}

export const courseRoutes = [
  route(listCourses, async ({ db, siteId, caller }) => {
    const accessScope = accessScopeOf(caller);
    const rows = await listCourseRows(db, siteId, accessScope);
    const ids = rows.map((row) => row.id);
    const covers = await findCovers(db, siteId, ids, accessScope);
    const shares = await findOpenedSharesOf(db, siteId, ids, accessScope);
    const courses = rows.map((row) => presentCourse(row, covers, shares));
    return [...courses, ...(await listVirtualCourseCards(db, siteId, accessScope))];
  }),

  route(getCourse, ({ db, siteId, caller }, { params }) => loadCourse(db, siteId, caller, params.id)),

  route(createCourse, async ({ db, siteId, caller }, { body }) => {
    const item = await insertItem(db, siteId, {
      kind: "course",
      title: body.title,
      description: body.description,
      createdBy: caller.signedIn().id,
    });
    await appendCourse(db, siteId, item.id, body.isVisible);
    return loadCourse(db, siteId, caller, item.id);
  }),

  route(updateCourse, async ({ db, siteId, caller }, { params: { id }, body }) => {
    if (body.id !== undefined && body.id !== id) throw idMismatch("course");
    if (!(await findItem(db, siteId, id, "course"))) throw notFoundOrNoAccess("Course");
    const { title, description, tags, isVisible, userRoles } = body;
    await assertItemSeen(db, siteId, { id, kind: "course" }, { seen: body.seen, updated: { title, description } });
    await changeItemTexts(db, siteId, id, { title, description, tags });
    await updateCourseFacts(db, siteId, id, {
      ...(isVisible === undefined ? {} : { is_visible: isVisible }),
      ...(userRoles === undefined ? {} : { user_roles: userRoles }),
    });
    await changeLook(db, siteId, id, body);
    return loadCourse(db, siteId, caller, id);
  }),
];
